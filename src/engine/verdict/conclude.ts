import type { Report } from '../../shared/report.ts'
import type { Difference } from '../../shared/run.ts'
import type { Missing, Outcome, Verdict } from '../../shared/verdict.ts'

/** A faithful run that shows nothing says more than one that failed on the way; what is missing says more than both. */
const order: Outcome[] = ['reproduced', 'blocked', 'not-reproduced', 'different-failure', 'inconclusive', 'error']

/** The case's verdict from those of its attempts. */
export function conclude(verdicts: Verdict[], differences: Difference[]): Verdict | null {
  const faithful = verdicts.filter((v) => v.outcome === 'not-reproduced')
  const ranked = [...verdicts].sort((a, b) => rank(a, faithful.length > 0) - rank(b, faithful.length > 0))
  const best = ranked[0]
  if (best === undefined) return null
  if (best.outcome !== 'not-reproduced' || differences.length === 0) return best
  const list = differences
    .map((d) => `${d.name} ${d.have ?? 'not installed'} here, ${d.reported} in the report`)
    .join('; ')
  return { ...best, reason: `${best.reason} The versions differ: ${list}.` }
}

/** A file that one attempt lacked does not block when another attempt ran to its end; a GPU does. */
function rank(verdict: Verdict, faithfulRun: boolean): number {
  if (faithfulRun && verdict.outcome === 'blocked' && !verdict.missing.some((m) => m.kind === 'gpu'))
    return order.length
  return order.indexOf(verdict.outcome)
}

/** The verdict where nothing could be tried at all. */
export function nothingToTry(report: Report, differences: Difference[], missing: Missing[] = []): Verdict {
  const reason =
    missing.length > 0
      ? `Blocked: ${missing.map((m) => `${m.kind} ${m.name}`).join(', ')}.`
      : report.symptom === null
        ? 'The report shows no symptom that a run could be compared with.'
        : report.snippets.length === 0
          ? 'The report has no code, and the rules cannot write it from the description.'
          : 'The rules found no way to make the code of the report run.'
  return {
    outcome: missing.length > 0 ? 'blocked' : 'inconclusive',
    reason,
    evidence: [],
    missing:
      missing.length > 0
        ? missing
        : [{ kind: 'code', name: 'a script', remedy: 'Ask the reporter for a short script that shows the bug.' }],
    runs: { shown: 0, of: 0 },
    control: 'none',
    by: 'run',
    sandboxed: true,
    differences,
    endedBy: null,
    attemptId: null,
  }
}
