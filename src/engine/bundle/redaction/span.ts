export const redactionKinds = ['secret', 'email', 'host', 'address', 'user', 'folder'] as const
export type RedactionKind = (typeof redactionKinds)[number]

/** A piece of text that must not leave the machine: `text.slice(start, end)`. */
export type Span = { start: number; end: number; kind: RedactionKind }

/** Spans in order and without overlaps. What overlaps becomes one span, of the kind of the longest; a secret stays a secret. */
export function mergeSpans(spans: Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.filter((s) => s.end > s.start).sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last === undefined || span.start >= last.end) merged.push({ ...span })
    else {
      if (span.kind === 'secret' || (last.kind !== 'secret' && span.end - span.start > last.end - last.start))
        last.kind = span.kind
      last.end = Math.max(last.end, span.end)
    }
  }
  return merged
}

/** All matches of a global pattern, as spans of its group named `it` (flag d), else of the whole match. */
export function* matches(
  pattern: RegExp,
  text: string,
): Generator<{ match: RegExpExecArray; start: number; end: number }> {
  for (const match of text.matchAll(pattern) as Iterable<RegExpExecArray>) {
    const [start, end] = match.indices?.groups?.it ?? [match.index, match.index + match[0].length]
    yield { match, start, end }
  }
}

/** Where a word begins: behind what is no letter or digit, or behind an escape such as `\n` in a quoted string. */
export const wordStart = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[abfnrtv0]))`
