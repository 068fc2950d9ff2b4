import type { Attempt } from '../../shared/attempt.ts'
import type { ChainedException, Report, Traceback } from '../../shared/report.ts'
import type { Difference, Observation, Run } from '../../shared/run.ts'
import type { Symptom } from '../../shared/symptom.ts'
import type { Evidence, Missing, Outcome, Verdict } from '../../shared/verdict.ts'
import { PythonSource } from '../python/source.ts'
import { findTracebacks } from '../report/traceback.ts'
import { invented, oursInEvidence } from './faithfulness.ts'
import { fakeReason } from './fakes.ts'
import { matchTraceback } from './match-exception.ts'
import { missingFor } from './missing.ts'
import { isOfCheck } from './oracles/oracle.ts'

export type Judged = {
  symptom: Symptom
  report: Report
  attempt: Attempt
  /** Bare runs, in order. The verdict is earned by them alone; without any the attempt is not reproduced. */
  bare: Run[]
  /** What the harness saw: a hint for what is missing, never proof. */
  observed: { run: Run; observation: Observation | null }
  differences: Difference[]
}

/** What one run shows of the symptom. */
type Showing = { shown: boolean; why: string; evidence: Evidence[]; exception: ChainedException | null }

/** Judges one attempt by its bare runs (design, decisions 4 and 5). Pure but for the parser. */
export async function judgeAttempt(judged: Judged): Promise<Verdict> {
  const { symptom, attempt, bare, observed, differences } = judged
  const runs = bare.length > 0 ? bare : [observed.run]
  const showings = runs.map((run) => showing(symptom, run, attempt.script))
  const shown = bare.length > 0 ? showings.filter((s) => s.shown).length : 0
  const best = showings.find((s) => s.shown) ?? (showings[0] as Showing)
  const verdict = (outcome: Outcome, reason: string, missing: Missing[] = []): Verdict => ({
    outcome,
    reason,
    evidence: best.evidence,
    missing,
    runs: { shown, of: bare.length },
    control: 'none',
    by: 'run',
    sandboxed: runs.every((run) => run.sandboxed),
    differences,
    endedBy: runs.find((run) => run.endedBy !== 'itself')?.endedBy ?? null,
    attemptId: attempt.id,
  })
  if (shown === 0) return unshown(judged, best, verdict)
  using source = await PythonSource.parse(attempt.script)
  const fake = fakeReason(source, symptom, best.exception)
  if (fake !== null) return verdict('inconclusive', `The run shows the symptom, but it proves nothing: ${fake}.`)
  const ours = oursInEvidence(attempt, symptom, best.exception)
  if (ours !== null) return verdict('inconclusive', `The run shows the symptom, but ${ours}.`)
  if (shown < bare.length) return verdict('reproduced', `${best.why} (in ${shown} of ${bare.length} runs).`)
  return verdict('reproduced', `${best.why}.`)
}

/** Does a run show the symptom? Read from outside: exit status and what the process printed. */
export function showing(symptom: Symptom, run: Run, script: string): Showing {
  const tracebacks = findTracebacks(run.stderr.text.split('\n'))
  const last = tracebacks.at(-1)
  const exception = last?.exceptions.at(-1) ?? null
  const not = (why: string): Showing => ({ shown: false, why, evidence: exitEvidence(run), exception })
  if (symptom.kind === 'process-death') return death(symptom.signal, run, not)
  if (symptom.kind === 'exception') {
    const matches = tracebacks.flatMap((t) => {
      const match = matchTraceback(symptom, t)
      return match === null ? [] : [{ ...match, traceback: t }]
    })
    const match = matches.at(-1)
    if (match === undefined)
      return not(last === undefined ? 'The run raised nothing' : `The run raised something else: ${oneLine(exception)}`)
    if (run.endedBy === 'itself' && run.exit.code === 0)
      return not('The error is printed, but the script goes on and exits 0')
    return {
      shown: true,
      why: `The bare script ended with ${oneLine(match.exception)}: ${match.why}`,
      evidence: exceptionEvidence(match.exception, match.traceback, symptom),
      exception: match.exception,
    }
  }
  if (last === undefined || exception === null)
    return not('The script ran to its end and its check found nothing wrong')
  const failed = checkFailed(exception, script, run, symptom.kind)
  if (!failed) return not(`The run raised something else: ${oneLine(exception)}`)
  return {
    shown: true,
    why: `The check in the bare script failed: ${exception.message.split('\n')[0]}`,
    evidence: exceptionEvidence(exception, last, symptom),
    exception,
  }
}

/** The assertion that we added, in our lines of the script, ended the run. */
function checkFailed(exception: ChainedException, script: string, run: Run, kind: Symptom['kind']): boolean {
  if (exception.type !== 'AssertionError' || !exception.message.startsWith('observed')) return false
  if (run.endedBy !== 'itself' || run.exit.code !== 1) return false
  const frame = exception.frames.at(-1)
  if (frame === undefined || frame.line === null) return false
  if (kind === 'hang' && exception.message.startsWith('observed: line ')) return true
  if (exception.frames.length !== 1) return false
  return isOfCheck(script, frame.line)
}

function death(signal: string | null, run: Run, not: (why: string) => Showing): Showing {
  if (run.endedBy !== 'itself') return not(`Our limit (${run.endedBy}) ended the run`)
  const seen = run.exit.signal
  if (seen === null) return not('The process was not killed by a signal')
  const crash = ['SIGSEGV', 'SIGABRT', 'SIGFPE', 'SIGBUS', 'SIGILL', 'SIGTRAP']
  if (signal === null ? !crash.includes(seen) : seen !== signal) return not(`The process was ended by ${seen}`)
  return { shown: true, why: `The bare script was ended by ${seen}`, evidence: exitEvidence(run), exception: null }
}

/** The symptom was not shown: why? The order is from what a person can mend to what the run says. */
function unshown(
  judged: Judged,
  { why, exception }: Showing,
  verdict: (o: Outcome, r: string, m?: Missing[]) => Verdict,
): Verdict {
  const { attempt, observed, symptom, report } = judged
  const run = observed.run
  if (run.endedBy === 'stopped') return verdict('inconclusive', 'The run was stopped.')
  const missing = missingFor(exception, symptom, report, attempt)
  if (missing.length > 0)
    return verdict('blocked', `Blocked: ${missing.map((m) => `${m.kind} ${m.name}`).join(', ')}.`, missing)
  if (run.endedBy !== 'itself')
    return verdict('inconclusive', `Our limit (${run.endedBy}) ended the run before it showed anything.`)
  const [madeUp] = invented(attempt)
  if (madeUp !== undefined) return verdict('inconclusive', `${why}. That run is not faithful: ${madeUp}.`)
  if (exception !== null) return verdict('different-failure', `${why}.`)
  if (
    symptom.kind !== 'exception' &&
    symptom.kind !== 'process-death' &&
    !attempt.rewrites.some((r) => r.effect === 'probe')
  ) {
    return verdict('inconclusive', `The script ran, but nothing here can check for this symptom (${symptom.kind}).`)
  }
  return verdict('not-reproduced', `${why}.`)
}

const oneLine = (e: ChainedException | null) =>
  e === null ? 'nothing' : `${e.type}: ${e.message.split('\n')[0]?.slice(0, 200)}`

function exitEvidence(run: Run): Evidence[] {
  const ended =
    run.endedBy === 'itself' ? `exit ${run.exit.signal ?? run.exit.code}` : `ended by our limit: ${run.endedBy}`
  return [{ what: ended, reported: null, reportLines: null, at: { kind: 'exit', ...run.exit } }]
}

function exceptionEvidence(exception: ChainedException, traceback: Traceback, symptom: Symptom): Evidence[] {
  const reported =
    symptom.kind === 'exception'
      ? `${symptom.type}: ${symptom.message}`
      : 'quoted' in symptom
        ? (symptom.quoted?.text ?? null)
        : null
  const reportLines = symptom.lines[0] ?? null
  const printed: Evidence = {
    what: oneLine(exception),
    reported,
    reportLines,
    at: { kind: 'output', stream: 'stderr', line: traceback.lines.end },
  }
  const frame = exception.frames.at(-1)
  if (frame === undefined) return [printed]
  const raised: Evidence = {
    what: frame.code ?? frame.function ?? frame.file,
    reported: null,
    reportLines,
    at: { kind: 'frame', file: frame.file.split('/').at(-1) ?? frame.file, line: frame.line, function: frame.function },
  }
  return [printed, raised]
}
