import type { Parser } from 'web-tree-sitter'
import { isPython, withinLiterals } from './python-literals.ts'
import type { Redaction, Redactor } from './redactor.ts'

/** Words of our own vocabulary under these keys are no names of anybody. */
const vocabulary = new Set([
  'type',
  'kind',
  'by',
  'outcome',
  'severity',
  'stage',
  'effect',
  'origin',
  'control',
  'endedBy',
  'link',
  'value',
  'where',
  'what',
  'check',
])
const scripts = new Set(['script', 'code'])

export type JsonPlace = {
  item: string
  /** The line that the value begins on, and whether it is written over several lines with two spaces (else on one). */
  line: number
  pretty: boolean
}

/**
 * Redacts the strings of a value one by one, so that quoting is never broken and a key says what its value is. Scripts in it
 * stay scripts.
 */
export function redactJson(
  value: unknown,
  redactor: Redactor,
  parser: Parser,
  place: JsonPlace,
): { value: unknown; redactions: Redaction[] } {
  const redactions: Redaction[] = []
  let line = place.line
  const visit = (it: unknown, key: string): unknown => {
    if (typeof it === 'string') return text(it, key)
    if (Array.isArray(it)) return block(it.length, () => it.map((element) => next(() => visit(element, key))))
    if (it !== null && typeof it === 'object') {
      const entries = Object.entries(it).filter(([, v]) => v !== undefined)
      return block(entries.length, () =>
        Object.fromEntries(entries.map(([k, v]) => next(() => [name(k), visit(v, k)]))),
      )
    }
    return it
  }
  const next = <T>(make: () => T): T => {
    if (place.pretty) line += 1
    return make()
  }
  const block = <T>(length: number, make: () => T): T => {
    const made = make()
    if (place.pretty && length > 0) line += 1
    return made
  }
  const text = (it: string, key: string): string => {
    if (it === '' || (vocabulary.has(key) && /^[a-z][a-z-]{0,30}$/.test(it))) return it
    const within = scripts.has(key) && isPython(parser, it) ? withinLiterals(parser, () => undefined) : undefined
    const redacted = redactor.redact(
      it,
      { item: place.item, before: key === '' || within !== undefined ? '' : `${key}: ` },
      within,
    )
    for (const r of redacted.redactions) redactions.push({ ...r, line })
    return redacted.text
  }
  const name = (key: string): string => (/^[A-Za-z_][\w.-]{0,30}$/.test(key) ? key : text(key, ''))
  return { value: visit(value, ''), redactions }
}
