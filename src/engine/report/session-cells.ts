import type { Parser } from 'web-tree-sitter'
import type { Cell, Snippet } from '../../shared/report.ts'
import { OpenState } from './logical-lines.ts'
import { type NumberedLine, notPython } from './notebook-lines.ts'
import { plainCells } from './plain-cells.ts'

type Removed = Snippet['removed'][number]

const prompt = /^\s*(?:>>>(?: |$)|>>>(?=\S)|In ?\[[\d ]*\]: ?)/
const notebook = /^\s*In ?\[/
const continuation = /^\s*(?:\.\.\.(?: |$)|\.{3,}: ?)/

export const hasPrompts = (lines: NumberedLine[]) => lines.some((l) => prompt.test(l.text))

/** Cells of an interactive session: every prompt begins one, and what does not go on from it is its output. */
export function sessionCells(lines: NumberedLine[], parser: Parser, removed: Removed[]): Cell[] {
  const starts = lines.flatMap(({ text }, i) => (prompt.test(text) ? [i] : []))
  const [first = 0] = starts
  const before = plainCells(lines.slice(0, first), parser, removed)
  return [
    ...before,
    ...starts.flatMap((start, i) => readChunk(lines.slice(start, starts[i + 1] ?? lines.length), parser, removed)),
  ]
}

function readChunk(chunk: NumberedLine[], parser: Parser, removed: Removed[]): Cell[] {
  const [head] = chunk
  if (head === undefined) return []
  const state = new OpenState()
  const code: string[] = []
  let at = 0
  let end = head.number
  for (; at < chunk.length; at += 1) {
    const { text, number } = chunk[at] as NumberedLine
    const goesOn = at > 0 && continuation.test(text)
    const lost =
      at > 0 &&
      !goesOn &&
      text.trim() !== '' &&
      (state.open || (/^\s/.test(text) && /:\s*(#.*)?$/.test(code.at(-1) ?? '')))
    if (at > 0 && !goesOn && !lost) break
    const bare = at === 0 ? text.replace(prompt, '') : goesOn ? text.replace(continuation, '') : text
    const other = state.open ? null : notPython(bare)
    if (other === null) code.push(bare)
    else {
      removed.push({ text, lines: { start: number, end: number }, reason: other.reason })
      if (other.statement !== null) code.push(other.statement)
    }
    state.add(bare)
    end = number
  }
  const rest = chunk.slice(at)
  if (notebook.test(head.text) && code.join('').trim() === '' && !rest.every((l) => l.text.trim() === ''))
    return plainCells(rest, parser, removed)
  const more = rest.findIndex(
    (l, i) =>
      i > 0 &&
      /^(?:import [\w.]+|from [\w.]+ import |class \w+[:(]|def \w+\(|@\w)/.test(l.text) &&
      (rest[i - 1]?.text.trim() ?? '') === '',
  )
  const printed = more === -1 ? rest : rest.slice(0, more)
  for (const { text, number } of printed) {
    if (text.trim() !== '')
      removed.push({ text, lines: { start: number, end: number }, reason: 'output of the session' })
  }
  const output = printed
    .map((l) => l.text)
    .join('\n')
    .replace(/^\s*Out ?\[[\d ]*\]: ?/m, '')
    .replace(/^\n+|\s+$/g, '')
  const text = code.join('\n').replace(/\s+$/, '')
  const cell: Cell[] =
    text.trim() === ''
      ? []
      : [{ code: text, output: output === '' ? null : output, echo: false, lines: { start: head.number, end } }]
  return more === -1 ? cell : [...cell, ...plainCells(rest.slice(more), parser, removed)]
}
