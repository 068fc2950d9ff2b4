import type { Parser } from 'web-tree-sitter'
import type { Snippet } from '../../shared/report.ts'
import { pythonParser } from '../python/parser.ts'
import { PythonSource } from '../python/source.ts'
import { readLogicalLine } from './logical-lines.ts'
import type { NumberedLine } from './notebook-lines.ts'
import { plainCells } from './plain-cells.ts'
import { parses, repairCode } from './repair-code.ts'
import { hasPrompts, sessionCells } from './session-cells.ts'

/** A longer block is no snippet that a person wrote; the rest of it is left out. */
const maxLines = 5000

/** Makes pure code of a reproducer block: prompts, shell lines, magics and pasted output are taken out and kept aside. */
export async function readSnippet(text: string, firstLine: number): Promise<Snippet> {
  const parser = await pythonParser()
  const all = text
    .split('\n')
    .slice(0, maxLines)
    .map((line) => line.trimEnd())
  const lines = withoutIndent(all.map((line, i) => ({ text: line, number: firstLine + i })))
  const removed: Snippet['removed'] = []
  const cells = hasPrompts(lines) ? sessionCells(lines, parser, removed) : plainCells(lines, parser, removed)
  const code = repairCode(cells.map((c) => c.code).join('\n'), parser)
  return {
    code,
    cells: cells.map((cell) => ({ ...cell, echo: cell.output !== null && endsInExpression(cell.code, parser) })),
    removed: removed.sort((a, b) => a.lines.start - b.lines.start),
    partial: await isPartial(code),
    lines: { start: firstLine, end: firstLine + Math.max(0, all.length - 1) },
  }
}

function withoutIndent(lines: NumberedLine[]): NumberedLine[] {
  const indents = lines.filter((l) => l.text.trim() !== '').map((l) => /^[ \t]*/.exec(l.text)?.[0] ?? '')
  const common = indents.reduce((a, b) => (b.length < a.length ? b : a), indents[0] ?? '')
  return indents.every((indent) => indent.startsWith(common))
    ? lines.map((l) => ({ ...l, text: l.text.slice(common.length) }))
    : lines
}

/** The last statement is an expression whose value a session would show. */
function endsInExpression(code: string, parser: Parser): boolean {
  const last =
    code
      .trimEnd()
      .split('\n')
      .findLast((line) => !/^[\s)\]}]/.test(line)) ?? ''
  const from = code.lastIndexOf(last)
  const reading = readLogicalLine(parser, code.slice(Math.max(0, from)))
  return (reading === 'expression' || reading === 'value') && !/^print\b/.test(last)
}

/** A part of a program: it does not parse, elides code, or uses `self` or `return` where there is none. */
async function isPartial(code: string): Promise<boolean> {
  if (code.trim() === '') return true
  using source = await PythonSource.parse(code)
  if (source.root.hasError || !parses(code, await pythonParser())) return true
  const statements = source.statements()
  const selfOutside = statements.some((n) => !/definition/.test(n.type) && /\bself\./.test(n.text))
  const elided = source
    .nodes('ellipsis')
    .some((n) => n.parent?.type === 'expression_statement' && isElision(n.parent.parent))
  const marked = source
    .nodes('comment')
    .some((n) =>
      /^#\s*(?:\.{3,}|…|\[\.{3}\]|(?:<?snip>?|omitted|rest of (?:the )?(?:code|class|model))\b)/i.test(n.text),
    )
  const methods =
    statements.length > 0 &&
    statements.every((n) => n.type === 'function_definition' && /^(?:async )?def \w+\(self\b/.test(n.text))
  return selfOutside || elided || marked || methods || statements.some((n) => n.type === 'return_statement')
}

/** `...` between other statements stands for code left out; alone in a body it is a stub. */
const isElision = (block: { type: string; namedChildCount: number } | null) =>
  block === null || block.type === 'module' || block.namedChildCount > 1
