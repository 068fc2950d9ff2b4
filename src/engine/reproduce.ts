import type { CaseState } from '../shared/case.ts'
import type { Report } from '../shared/report.ts'
import type { Verdict } from '../shared/verdict.ts'
import { nextAttempt } from './attempt/next-attempt.ts'
import { checkStage, runStage } from './attempt-stages.ts'
import type { EngineContext, ReproduceRequest } from './engine.ts'
import { makePlan } from './plan/make-plan.ts'
import { prepare } from './prepare.ts'
import { conclude, nothingToTry } from './verdict/conclude.ts'
import { WorkingCase } from './working-case.ts'

/** Opens a case for a report and works on it until there is a verdict. Every stage is an event of the case. */
export async function reproduce(request: ReproduceRequest, engine: EngineContext): Promise<CaseState> {
  using it = WorkingCase.open(request, engine)
  return await work(it)
}

/** Goes on with a case where its events end: what was done is not done again. */
export async function resume(id: string, engine: EngineContext): Promise<CaseState> {
  using it = WorkingCase.resume(id, engine)
  return it.state.verdict === null ? await work(it) : it.state
}

/** The loop: report, revision, interpreter, plan; then attempt, checks, run, verdict until the symptom is shown or the rules have nothing left. */
async function work(it: WorkingCase): Promise<CaseState> {
  const situation = await prepare(it)
  if (situation === null) return it.state
  await it.once('plan-made', () => ({
    type: 'plan-made',
    plan: makePlan(situation.report),
    by: 'rules',
    inputs: [it.inputHash],
  }))
  while (situation.symptom !== null && !it.decided && it.mayTryAgain) {
    const attempt = it.unfinishedAttempt ?? (await nextAttempt(situation, it.tried))
    if (attempt === null) break
    it.write(attempt)
    const checks = await checkStage(it, situation, attempt)
    await runStage(it, situation, attempt, checks)
  }
  return it.stopped ? it.interrupt() : it.reach(verdictOf(it, situation.report))
}

function verdictOf(it: WorkingCase, report: Report): Verdict {
  const differences = it.state.interpreter?.differences ?? []
  const verdicts = it.judged.flatMap((a) => (a.verdict === null ? [] : [a.verdict]))
  return conclude(verdicts, differences) ?? nothingToTry(report, differences)
}
