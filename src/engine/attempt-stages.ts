import type { Attempt, Checks } from '../shared/attempt.ts'
import type { AttemptState } from '../shared/case.ts'
import type { Run } from '../shared/run.ts'
import type { Symptom } from '../shared/symptom.ts'
import type { Verdict } from '../shared/verdict.ts'
import { checkAttempt } from './checks/check-attempt.ts'
import { exceptionOf } from './failure.ts'
import { checkSteps } from './plan/check-steps.ts'
import type { Prepared } from './prepare.ts'
import { runBare } from './run/bare.ts'
import { observe } from './run/observe.ts'
import type { RunSetup } from './run/setup.ts'
import { judgeAttempt, showing } from './verdict/judge.ts'
import { missingFor } from './verdict/missing.ts'
import type { WorkingCase } from './working-case.ts'

/** Checks an attempt: syntax, names, lint, relevance. */
export async function checkStage(it: WorkingCase, situation: Prepared, attempt: Attempt): Promise<Checks> {
  const done = stateOf(it, attempt).checks
  if (done !== null) return done
  const checks = await checkAttempt(attempt.script, {
    ...situation,
    workFolder: it.folder,
    signal: it.engine.signal,
    unsandboxed: it.settings.unsandboxed,
  })
  it.record({ type: 'attempt-checked', attemptId: attempt.id, checks })
  return checks
}

/** Observed run, bare runs where that one shows the symptom, and the verdict on the attempt. */
export async function runStage(it: WorkingCase, situation: Prepared, attempt: Attempt, checks: Checks): Promise<void> {
  if (!checks.passed) return finish(it, situation, attempt, unrunnable(it, situation, attempt, checks))
  const setup = runSetup(it, situation, attempt)
  const has = (kind: Run['kind']) => stateOf(it, attempt).runs.filter((r) => r.run.kind === kind)
  if (has('observed').length === 0) {
    const { run, observation } = await observe(attempt.script, setup)
    if (it.stopped) return
    it.record({ type: 'run-ended', attemptId: attempt.id, run, observation })
  }
  const observed = has('observed')[0] as AttemptState['runs'][number]
  const { symptom } = situation
  if (symptom === null) return
  const hinted = showing(symptom, observed.run, attempt.script).shown
  while (hinted && has('bare').length < bareRuns(symptom)) {
    const run = await runBare(attempt.script, setup)
    if (it.stopped) return
    it.record({ type: 'run-ended', attemptId: attempt.id, run, observation: null })
  }
  const bare = has('bare').map((r) => r.run)
  const differences = it.state.interpreter?.differences ?? []
  finish(
    it,
    situation,
    attempt,
    await judgeAttempt({ symptom, report: situation.report, attempt, bare, observed, differences }),
  )
}

/** A silent symptom can be luck; an exception or a death of the process is plain. */
const bareRuns = (symptom: Symptom) => (symptom.kind === 'exception' || symptom.kind === 'process-death' ? 1 : 2)

function finish(it: WorkingCase, situation: Prepared, attempt: Attempt, verdict: Verdict): void {
  const observation = stateOf(it, attempt).runs.findLast((r) => r.run.kind === 'observed')?.observation ?? null
  const { plan } = it.state
  if (plan !== null) {
    for (const outcome of checkSteps(plan, {
      script: attempt.script,
      interpreter: situation.interpreter,
      repository: situation.repository,
      observation,
      verdict,
    })) {
      it.record({ type: 'step-checked', attemptId: attempt.id, ...outcome })
    }
  }
  it.record({ type: 'attempt-judged', attemptId: attempt.id, verdict })
}

function stateOf(it: WorkingCase, attempt: Attempt): AttemptState {
  return it.write(attempt)
}

/** The verdict on an attempt that its checks keep from running. */
function unrunnable(it: WorkingCase, { symptom, report }: Prepared, attempt: Attempt, checks: Checks): Verdict {
  const stopping = checks.findings.filter((f) => f.severity !== 'advice')
  const missing =
    symptom === null
      ? []
      : stopping
          .flatMap((f) => missingFor(exceptionOf(f.check, f.code, f.message), symptom, report, attempt))
          .filter((m) => m.kind === 'package' || m.kind === 'gpu')
  const first = stopping[0]
  return {
    outcome: missing.length > 0 ? 'blocked' : 'inconclusive',
    reason:
      missing.length > 0
        ? `Blocked: ${missing.map((m) => `${m.kind} ${m.name}`).join(', ')}.`
        : `The script cannot run: line ${first?.line ?? '?'}: ${first?.message ?? 'a check failed'}.`,
    evidence: [],
    missing,
    runs: { shown: 0, of: 0 },
    control: 'none',
    by: 'run',
    sandboxed: true,
    differences: it.state.interpreter?.differences ?? [],
    endedBy: null,
    attemptId: attempt.id,
  }
}

function runSetup(it: WorkingCase, situation: Prepared, attempt: Attempt): RunSetup {
  const { limits, data, weights, gpu, unsandboxed } = it.settings
  return {
    caseFolder: it.folder,
    attemptId: attempt.id,
    interpreter: situation.interpreter,
    repository: situation.repositoryFolder,
    data,
    weights,
    limits,
    gpu,
    unsandboxed,
    signal: it.engine.signal,
    onOutput: (run, stream, text) => it.engine.onOutput({ attemptId: attempt.id, run, stream, text }),
  }
}
