import type { AttemptState, CaseState } from '../../shared/case.ts'
import type { Outcome } from '../../shared/verdict.ts'

/** The nearer to the symptom, the earlier. */
const order: Outcome[] = ['reproduced', 'not-reproduced', 'different-failure', 'inconclusive', 'blocked', 'error']

/** The attempt that the verdict names, else the one that came nearest; null where nothing was tried. */
export function bestAttempt({ attempts, verdict }: CaseState): AttemptState | null {
  const named = attempts.find((a) => a.attempt.id === verdict?.attemptId)
  const rank = (a: AttemptState) => (a.verdict === null ? order.length : order.indexOf(a.verdict.outcome))
  return named ?? [...attempts].sort((a, b) => rank(a) - rank(b))[0] ?? null
}
