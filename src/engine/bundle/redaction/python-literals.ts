import type { Parser } from 'web-tree-sitter'
import type { Span } from './span.ts'

type Range = { start: number; end: number }

/**
 * Keeps redaction inside what Python does not execute: contents of strings and comments. The script then compiles as before.
 * `onLeft` hears of what stands in code and is left there.
 */
export function withinLiterals(parser: Parser, onLeft: (span: Span, code: string) => void) {
  return (spans: Span[], code: string): Span[] => {
    if (spans.length === 0) return []
    const literals = literalRanges(parser, code)
    const kept: Span[] = []
    for (const span of spans) {
      const over = literals.filter((l) => l.start < span.end && l.end > span.start)
      const whole = over.find((l) => l.start <= span.start && l.end >= span.end)
      if (whole !== undefined) kept.push(span)
      else if (span.kind === 'secret' && over.length > 1) {
        // A key that is written as several strings, one a line.
        for (const l of over)
          kept.push({ kind: span.kind, start: Math.max(l.start, span.start), end: Math.min(l.end, span.end) })
      } else if (span.kind !== 'secret' || !/^[A-Za-z_][\w.]*$/.test(code.slice(span.start, span.end))) {
        // `password=read_password` names a variable: there is nothing to hide.
        onLeft(span, code)
      }
    }
    return kept
  }
}

/** Whether a parser of Python takes the text without an error. */
export function isPython(parser: Parser, code: string): boolean {
  const tree = parser.parse(code)
  const ok = tree !== null && !tree.rootNode.hasError
  tree?.delete()
  return ok
}

function literalRanges(parser: Parser, code: string): Range[] {
  const tree = parser.parse(code)
  if (tree === null) return []
  const nodes = tree.rootNode.descendantsOfType(['string_content', 'comment'])
  const ranges = nodes.flatMap((n) =>
    n === null ? [] : [{ start: n.type === 'comment' ? n.startIndex + 1 : n.startIndex, end: n.endIndex }],
  )
  tree.delete()
  return ranges
}
