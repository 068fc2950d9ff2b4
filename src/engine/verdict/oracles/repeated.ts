import type { Oracle, OracleContext } from './oracle.ts'

/** One call on one input, shown twice in the report with different results. */
export const repeated: Oracle = {
  name: 'repeated',
  calls(context) {
    const { symptom } = context
    if (symptom.kind !== 'nondeterminism' && symptom.kind !== 'wrong-value') return []
    return repeatedExpressions(context)
      .slice(-1)
      .map((expression) => ({
        oracle: 'repeated',
        values: { EXPRESSION: { expression } },
        reason: `${expression} gives the same value when it is called twice`,
      }))
  },
}

/** Expressions of the report's session that it shows at least twice in a row, answered differently. */
function repeatedExpressions({ report, script }: OracleContext): string[] {
  const cells = report.snippets.flatMap((s) => s.cells)
  return cells
    .filter((cell, i) => {
      const next = cells[i + 1]
      return (
        next !== undefined &&
        next.code.trim() === cell.code.trim() &&
        cell.output !== null &&
        next.output !== null &&
        next.output !== cell.output
      )
    })
    .map((cell) => cell.code.trim())
    .filter((code) => /^[\w.]+\(.*\)$/.test(code) && script.includes(code))
}
