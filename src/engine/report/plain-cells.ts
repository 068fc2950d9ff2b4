import type { Parser } from 'web-tree-sitter'
import type { Cell, Snippet } from '../../shared/report.ts'
import { OpenState, readLogicalLine } from './logical-lines.ts'
import { type NumberedLine, notPython } from './notebook-lines.ts'
import { lookOf, looksLikeOutput, looksLikeValue } from './python-likeness.ts'
import { findTracebacks } from './traceback.ts'

type Removed = Snippet['removed'][number]
type Kind = 'code' | 'output' | 'dropped'

const warning = /^\S{1,300}:\d+: \w*Warning: /
const printedOnly =
  /^(?:Out\[\d*\]:|\[\d[\d.]*s\]|\[?\d{4}-\d\d-\d\d[ T]\d\d:\d\d|(?:INFO|DEBUG|WARNING|ERROR|WARN|CRITICAL)\b[: ]|\d+%\||Killed$|Segmentation fault|Aborted|Parameter containing:$|<[\w.]+ (?:object )?at 0x|<(?:tf|torch|function|class|generator)\b)/
const assignment = /^\s*[A-Za-z_][\w.]*(?:\[[^\]]*\])? *[-+*/]?= *\S/
const sentence = /^(?:[A-Z][\w'’]*|I)(?:,? [\w'’`-]+){3,}[^=({]*[.:?!]?$/

/** Cells of code that has no prompts: what nobody would write as a statement is output of the lines above it. */
export function plainCells(lines: NumberedLine[], parser: Parser, removed: Removed[]): Cell[] {
  const kinds = kindsOf(lines, parser, removed)
  const cells: Cell[] = []
  let code: NumberedLine[] = []
  let output: string[] = []
  const flush = () => {
    const printed = output
      .join('\n')
      .replace(/^\s*Out\[\d*\]: ?/m, '')
      .replace(/^\n+|\s+$/g, '')
    const [first] = code
    if (first !== undefined && code.some((l) => l.text.trim() !== '')) {
      const lastLine = code.findLast((l) => l.text.trim() !== '') ?? first
      const text = code
        .map((l) => l.text)
        .join('\n')
        .replace(/\s+$/, '')
      cells.push({
        code: text,
        output: printed === '' ? null : printed,
        echo: false,
        lines: { start: first.number, end: lastLine.number },
      })
    }
    code = []
    output = []
  }
  for (const [i, { kind, text }] of kinds.entries()) {
    const line = lines[i] as NumberedLine
    if (kind === 'code' && text.trim() === '' && (output.length > 0 || code.length === 0)) continue
    if (kind === 'code') {
      if (output.length > 0) flush()
      code.push({ text, number: line.number })
    } else if (kind === 'output') output.push(line.text)
  }
  flush()
  return cells
}

function kindsOf(lines: NumberedLine[], parser: Parser, removed: Removed[]): { kind: Kind; text: string }[] {
  const traces = tracebackLines(lines)
  const found: { kind: Kind; text: string }[] = []
  let inOutput = false
  let codeSoFar = false
  const take = (kind: Kind, at: number, reason: string, text: string) => {
    found[at] = { kind, text }
    const { text: raw, number } = lines[at] as NumberedLine
    if (kind !== 'code' || text !== raw) removed.push({ text: raw, lines: { start: number, end: number }, reason })
  }
  for (let at = 0; at < lines.length; ) {
    const { text } = lines[at] as NumberedLine
    if (text.trim() === '') {
      found[at++] = { kind: 'code', text }
      continue
    }
    if (traces.has(at)) {
      inOutput = true
      take('output', at++, 'a pasted traceback', text)
      continue
    }
    const other = notPython(text)
    if (other !== null) {
      const indent = /^\s*/.exec(text)?.[0] ?? ''
      const empty = other.statement === null && leavesEmpty(lines, at)
      if (other.statement !== null || empty) take('code', at, other.reason, indent + (other.statement ?? 'pass'))
      else take('dropped', at, other.reason, '')
      at += 1
      continue
    }
    const end = logicalEnd(lines, at)
    const logical = lines
      .slice(at, end)
      .map((l) => l.text)
      .join('\n')
    const quotes = /^\s/.test(text) && warning.test(lines[at - 1]?.text ?? '')
    const reason = quotes ? 'the line that warns' : printedReason(logical, parser, inOutput, codeSoFar)
    const top = !/^\s/.test(text) || inOutput
    if (reason !== null && top) {
      inOutput = true
      // A bracket that text opens closes nowhere: only what is a whole value takes more than one line.
      const last = readLogicalLine(parser, logical) === 'foreign' ? at + 1 : end
      for (; at < last; at += 1) take(reason === 'prose' ? 'dropped' : 'output', at, reason, '')
      continue
    }
    inOutput = false
    codeSoFar = true
    for (; at < end; at += 1) found[at] = { kind: 'code', text: (lines[at] as NumberedLine).text }
  }
  return found
}

/** Why a logical line is no code; null where it may be. */
function printedReason(text: string, parser: Parser, inOutput: boolean, codeAbove: boolean): string | null {
  const [first = ''] = text.split('\n')
  if (warning.test(first) || printedOnly.test(first)) return 'pasted output'
  const reading = readLogicalLine(parser, text)
  if (reading === 'value') return codeAbove ? 'pasted output' : null
  if (inOutput && /^\s/.test(first) && (reading === 'foreign' || looksLikeValue(first) || /^\s+\w+\.\w+\(/.test(first)))
    return 'pasted output'
  if (reading !== 'foreign' || lookOf(first) === 'strong' || assignment.test(first)) return null
  if (looksLikeOutput(first) || looksLikeValue(first) || /\btensor\(|\barray\(|torch\.Size\(/.test(first))
    return 'pasted output'
  if (inOutput && !/[=(]\s*\S/.test(first)) return 'pasted output'
  return sentence.test(first) ? 'prose' : null
}

/** Index behind the logical line that begins at `at`. An unclosed one ends where it began. */
function logicalEnd(lines: NumberedLine[], at: number): number {
  const state = new OpenState()
  for (let end = at; end < lines.length && end < at + 400; end += 1) {
    state.add((lines[end] as NumberedLine).text)
    if (!state.open) return end + 1
  }
  return at + 1
}

/** Nothing would be left of the block above when this indented line goes. */
function leavesEmpty(lines: NumberedLine[], at: number): boolean {
  const indentOf = (text: string) => /^\s*/.exec(text)?.[0].length ?? 0
  const own = indentOf(lines[at]?.text ?? '')
  if (own === 0) return false
  const isCode = ({ text }: NumberedLine) => text.trim() !== '' && !/^\s*(#|[!%])/.test(text)
  const above = lines.slice(Math.max(0, at - 50), at).findLast((l) => l.text.trim() !== '' && !/^\s*#/.test(l.text))
  const below = lines.slice(at + 1, at + 50).find(isCode)
  return (
    above !== undefined &&
    /:\s*(#.*)?$/.test(above.text) &&
    indentOf(above.text) < own &&
    (below === undefined || indentOf(below.text) < own)
  )
}

/** Indexes of the lines that belong to a traceback; a line of code that only names an error does not. */
function tracebackLines(lines: NumberedLine[]): Set<number> {
  const found = new Set<number>()
  for (const { lines: span, exceptions } of findTracebacks(
    lines.map((l) => l.text),
    0,
  )) {
    const shown = exceptions.some((e) => e.frames.length > 0) || !/^\s/.test(lines[span.start]?.text ?? ' ')
    if (!shown) continue
    for (let at = span.start; at <= span.end; at += 1) found.add(at)
  }
  for (const [at, { text }] of lines.entries()) {
    if (/^-{20,}$/.test(text.trim()) && found.has(at + 1)) found.add(at)
  }
  return found
}
