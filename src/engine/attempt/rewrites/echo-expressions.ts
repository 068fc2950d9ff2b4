import type { Node } from 'web-tree-sitter'
import { applyEdits, type PythonSource } from '../../python/source.ts'
import type { RewriteRule } from '../rule.ts'

/** An interactive session prints the value of an expression; a script does not. */
export const echoExpressions: RewriteRule = {
  name: 'echo-expressions',
  when: 'static',
  propose({ source, report, applied }) {
    if (applied.some((r) => r.name === 'echo-expressions')) return null
    const echoed = new Set(
      report.snippets.flatMap((s) => s.cells.filter((c) => c.echo && c.output !== null).map((c) => lastLine(c.code))),
    )
    const texts = expressions(source)
      .map((n) => n.text)
      .filter((text) => echoed.has(lastLine(text)))
    if (texts.length === 0) return null
    return {
      parameters: { expressions: [...new Set(texts)] },
      reason: 'the report shows an interactive session, which prints the value of each expression',
      effect: 'none',
      defines: [],
    }
  },
  apply(source, { expressions: wanted }) {
    const texts = wanted as string[]
    return applyEdits(
      source.text,
      expressions(source)
        .filter((n) => texts.includes(n.text))
        .map((n) => ({ start: n.startIndex, end: n.endIndex, text: `print(repr(${n.text}))` })),
    )
  },
}

/** Top-level expression statements, except calls of print. */
export function expressions(source: PythonSource): Node[] {
  return source
    .statements()
    .filter((n) => n.type === 'expression_statement')
    .map((n) => n.firstNamedChild)
    .filter((n): n is Node => n !== null && !/assignment$/.test(n.type) && n.type !== 'ellipsis')
    .filter((n) => !(n.type === 'call' && n.childForFieldName('function')?.text === 'print'))
}

function lastLine(code: string): string {
  return code.trimEnd().split('\n').at(-1)?.replace(/#.*$/, '').trim() ?? ''
}
