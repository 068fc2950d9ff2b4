import type { Node } from 'web-tree-sitter'
import { applyEdits, type PythonSource } from '../../python/source.ts'
import type { RewriteRule } from '../rule.ts'

/**
 * The first error is not the reported one, and nothing later needs what the failing statement binds: an interactive
 * session would go on, and so does the script.
 */
export const continueAfterError: RewriteRule = {
  name: 'continue-after-error',
  when: 'failure',
  propose({ source, failure, applied }) {
    if (failure?.exception == null || failure.scriptLine === null) return null
    if (applied.filter((r) => r.name === 'continue-after-error').length >= 4) return null
    const statement = statementAt(source, failure.scriptLine)
    if (statement === null || bindsWhatIsUsed(source, statement)) return null
    return {
      parameters: { statement: statement.text },
      reason: `line ${failure.scriptLine} fails with ${failure.exception.type}, which is not the reported error, and nothing needs its result`,
      effect: 'stand-in',
      defines: [],
    }
  },
  apply(source, { statement }) {
    const found = source.statements().find((n) => n.text === statement)
    if (found === undefined) return source.text
    const kept = found.text
      .split('\n')
      .map((line) => `# ${line}`)
      .join('\n')
    return applyEdits(source.text, [
      { start: found.startIndex, end: found.endIndex, text: `pass  # left out, it fails for another reason:\n${kept}` },
    ])
  },
}

function statementAt(source: PythonSource, line: number): Node | null {
  return source.statements().find((n) => n.startPosition.row <= line - 1 && n.endPosition.row >= line - 1) ?? null
}

function bindsWhatIsUsed(source: PythonSource, statement: Node): boolean {
  if (/definition|for_statement|while_statement|with_statement|if_statement|try_statement|import/.test(statement.type))
    return true
  const assignment = statement.firstNamedChild
  if (assignment === null || !/assignment$/.test(assignment.type)) return false
  const names = assignment.childForFieldName('left')?.text.match(/[A-Za-z_]\w*/g) ?? []
  const rest = source.text.slice(statement.endIndex)
  return names.some((name) => new RegExp(`\\b${name}\\b`).test(rest))
}
