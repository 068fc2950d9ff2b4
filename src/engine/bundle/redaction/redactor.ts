import { emails, hosts, privateAddresses } from './addresses.ts'
import { assignedSecrets } from './assigned-secrets.ts'
import { type Identity, isDistinctive } from './identity.ts'
import { escapePattern, folders, people } from './people.ts'
import { secretTokens } from './secret-tokens.ts'
import { mergeSpans, type RedactionKind, type Span } from './span.ts'

/** One replacement. `before` shows only the first and last characters. Lines count from 1. */
export type Redaction = { item: string; line: number; kind: RedactionKind; before: string; after: string }
export type Redacted = { text: string; redactions: Redaction[] }

/** Where a text stands: the file of the bundle, and what is in front of it there (a key of JSON). */
export type Place = { item: string; before?: string; line?: number }

const maxLearned = 500
const maxPasses = 6

/** Replaces what says who and where, with the same placeholder for the same value over all texts that it sees. */
export class Redactor {
  readonly #identity: Identity
  readonly #placeholders = new Map<string, string>()
  readonly #counts = new Map<RedactionKind, number>()
  readonly #learned = new Map<string, RedactionKind>()
  #learnedPattern: RegExp | null = null

  constructor(identity: Identity) {
    this.#identity = identity
  }

  /** What must go from a text. */
  spans(text: string, before = ''): Span[] {
    const spans = mergeSpans([
      ...secretTokens(text),
      ...behind(before, assignedSecrets(before + text)),
      ...emails(text),
      ...hosts(text, this.#identity, before),
      ...privateAddresses(text, before),
      ...people(text, this.#identity),
      ...folders(text, this.#identity.homes),
      ...this.#known(text),
    ])
    for (const span of spans) this.#learn(text.slice(span.start, span.end), span.kind)
    return spans
  }

  /** Replaces until nothing is left to replace: a value learned at the end of a text may stand at its beginning. */
  redact(text: string, place: Place, within: (spans: Span[], text: string) => Span[] = (spans) => spans): Redacted {
    let current = text
    const redactions: Redaction[] = []
    for (let pass = 0; pass < maxPasses; pass += 1) {
      const spans = within(this.spans(current, place.before), current)
      if (spans.length === 0) break
      const replaced = this.#replace(current, spans, place)
      current = replaced.text
      for (const redaction of replaced.redactions) redactions.push(redaction)
    }
    return { text: current, redactions: redactions.sort((a, b) => a.line - b.line) }
  }

  #replace(text: string, spans: Span[], { item, line: firstLine = 1 }: Place): Redacted {
    const redactions: Redaction[] = []
    const parts: string[] = []
    let from = 0
    let line = firstLine
    for (const { start, end, kind } of spans) {
      const passed = text.slice(from, start)
      line += newlines(passed)
      const before = text.slice(start, end)
      const after = this.placeholder(kind, before)
      // Lines stay where they are: evidence points at them.
      const kept = '\n'.repeat(newlines(before))
      parts.push(passed, after, kept)
      redactions.push({ item, line, kind, before: masked(before, kind), after })
      line += kept.length
      from = end
    }
    return { text: parts.join('') + text.slice(from), redactions }
  }

  placeholder(kind: RedactionKind, value: string): string {
    if (kind === 'folder') return '<folder>'
    if (kind === 'user' && this.#identity.users.some((u) => u.toLowerCase() === value.toLowerCase())) return '<user>'
    const key = `${kind}:${kind === 'secret' ? value : value.toLowerCase()}`
    const known = this.#placeholders.get(key)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const made = `<${kind}-${count}>`
    this.#placeholders.set(key, made)
    return made
  }

  /** A secret or a host that was found once is looked for everywhere: it may be quoted without its name. */
  #learn(value: string, kind: RedactionKind): void {
    const telling =
      kind === 'secret'
        ? value.length >= 8 && !/\n/.test(value) && (/[\d\W_]/.test(value) || value.length >= 12)
        : kind === 'host' && isDistinctive(value)
    if (!telling || this.#learned.has(value) || this.#learned.size >= maxLearned) return
    this.#learned.set(value, kind)
    this.#learnedPattern = new RegExp(
      [...this.#learned.keys()]
        .sort((a, b) => b.length - a.length)
        .map((v) => `(?<![A-Za-z0-9])${escapePattern(v)}(?![A-Za-z0-9])`)
        .join('|'),
      'g',
    )
  }

  #known(text: string): Span[] {
    if (this.#learnedPattern === null) return []
    return [...text.matchAll(this.#learnedPattern)].map((m) => ({
      start: m.index,
      end: m.index + m[0].length,
      kind: this.#learned.get(m[0]) ?? 'secret',
    }))
  }
}

/** Spans of a text that had something in front of it, counted from where it begins itself. */
function behind(before: string, spans: Span[]): Span[] {
  return spans
    .map((s) => ({ ...s, start: Math.max(0, s.start - before.length), end: s.end - before.length }))
    .filter((s) => s.end > s.start)
}

const newlines = (text: string) => {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Enough to recognise a value by, too little to use it. */
function masked(value: string, kind: RedactionKind): string {
  const flat = value.replace(/\s+/g, ' ')
  const shown = flat.length >= 16 ? 3 : flat.length >= (kind === 'secret' ? 8 : 4) ? 1 : 0
  return shown === 0 ? '…' : `${flat.slice(0, shown)}…${flat.slice(-shown)}`
}
