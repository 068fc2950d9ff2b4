import type { Oracle, OracleContext } from './oracle.ts'

/** One call on one input, shown twice in the report with different results. */
export const repeated: Oracle = {
  name: 'repeated',
  calls(context) {
    const { symptom } = context
    if (symptom.kind !== 'nondeterminism' && symptom.kind !== 'wrong-value') return []
    return [...repeatedExpressions(context).slice(-1), ...exercisedCall(context)].map((expression) => ({
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

/**
 * A call of the repository's own function that the report says to vary: a prediction with dropout still on. A module that we build is put
 * into eval first (context/exercise-script.ts), as in training it may vary.
 */
function exercisedCall({ report, script, symptom }: OracleContext): string[] {
  if (symptom.kind !== 'nondeterminism' || !/\bdropout\b|\beval\b|\bpredict\w*|\binference\b/i.test(report.text))
    return []
  const call = /^result = (.+)$/m.exec(script)?.[1]
  return call === undefined || /\brand/.test(call) ? [] : [call]
}
