import type { Finding } from '../../shared/attempt.ts'
import type { Symptom } from '../../shared/symptom.ts'
import type { PythonSource } from '../python/source.ts'
import type { Compiled } from './compile-script.ts'
import { exceptionType } from './symptom-names.ts'

const maxFindings = 10

/**
 * The interpreter's own compile decides. Where it could not be asked, tree-sitter does; where it compiles what tree-sitter does not
 * understand, that is advice (a syntax newer than the grammar).
 */
export function syntaxFindings(source: PythonSource, compiled: Compiled | string, symptom: Symptom | null): Finding[] {
  if (typeof compiled === 'string') {
    const unasked = finding(
      'advice',
      'not-compiled',
      `The interpreter did not compile the script: ${compiled}`,
      null,
      null,
    )
    return [...treeFindings(source, 'error'), unasked]
  }
  if (compiled.syntax === null) return [...treeFindings(source, 'advice'), ...warningsOf(compiled)]
  const { type, message, line, column } = compiled.syntax
  const reported = /^(?:SyntaxError|IndentationError|TabError)$/.test(exceptionType(symptom) ?? '')
  const text = `${type}: ${message}`
  if (reported) return [finding('advice', 'syntax-error', `${text} (this is what the report is about)`, line, column)]
  return [finding('fatal', 'syntax-error', text, line, column), ...treeFindings(source, 'advice')]
}

function warningsOf(compiled: Compiled): Finding[] {
  return compiled.warnings.map(({ category, message, line }) =>
    finding('advice', 'syntax-warning', `${category}: ${message}`, line, null),
  )
}

/** ERROR and MISSING nodes, the outermost of each place. */
function treeFindings(source: PythonSource, severity: Finding['severity']): Finding[] {
  if (!source.root.hasError) return []
  const found: Finding[] = []
  const queue = [source.root]
  for (let node = queue.pop(); node !== undefined && found.length < maxFindings; node = queue.pop()) {
    const line = node.startPosition.row + 1
    const column = node.startPosition.column
    if (node.isMissing) found.push(finding(severity, 'missing-token', `${node.type} is missing here`, line, column))
    else if (node.isError) {
      const start = node.text.split('\n')[0]?.slice(0, 60) ?? ''
      found.push(finding(severity, 'unparsed', `This is not Python as the parser knows it: ${start}`, line, column))
    } else if (node.hasError) {
      for (const child of [...node.children].reverse()) if (child !== null) queue.push(child)
    }
  }
  return found
}

function finding(
  severity: Finding['severity'],
  code: string,
  message: string,
  line: number | null,
  column: number | null,
): Finding {
  return { check: 'syntax', severity, code, message, line, column }
}
