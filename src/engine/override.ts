import { createHash } from 'node:crypto'
import type { Attempt } from '../shared/attempt.ts'
import type { CaseState } from '../shared/case.ts'
import { replay } from './attempt/next-attempt.ts'
import { checkStage, runStage } from './attempt-stages.ts'
import { bestAttempt } from './bundle/best-attempt.ts'
import type { EngineContext } from './engine.ts'
import { prepare } from './prepare.ts'
import { WorkingCase } from './working-case.ts'

/** What a person changes: a script of their own, or an attempt with some of its rewrites undone. */
export type Override = { script: string } | { undo: string[] }

/** The change cannot be made; the message says why. */
export class OverrideError extends Error {
  override name = 'OverrideError'
}

/**
 * Runs what a person changed, as an attempt of its own, and gives the case the verdict on it. It is checked, run and judged as any other: a
 * person chooses the script, not what a run of it showed.
 * @throws OverrideError where there is nothing to undo.
 */
export async function runOverride(id: string, change: Override, engine: EngineContext): Promise<CaseState> {
  using it = WorkingCase.resume(id, engine)
  const situation = await prepare(it)
  if (situation === null) return it.state
  const attempt = 'script' in change ? ownAttempt(it.state, change.script) : await undone(it.state, change.undo)
  it.write(attempt, 'person')
  await runStage(it, situation, attempt, await checkStage(it, situation, attempt))
  const verdict = it.judged.find((a) => a.attempt.id === attempt.id)?.verdict
  return it.stopped || verdict == null ? it.interrupt() : it.reach(verdict)
}

function ownAttempt(state: CaseState, script: string): Attempt {
  const base = { kind: 'human' as const, code: script, lines: [], title: 'a script of the person' }
  return { id: idOf(state, script), base, rewrites: [], script, because: null }
}

async function undone(state: CaseState, names: string[]): Promise<Attempt> {
  const before = bestAttempt(state)?.attempt ?? null
  if (before === null) throw new OverrideError(`Case ${state.id} has no attempt, so there is nothing to undo.`)
  const unknown = names.find((name) => !before.rewrites.some((r) => r.name === name))
  if (unknown !== undefined) {
    const known = before.rewrites.map((r) => r.name).join(', ')
    throw new OverrideError(`Attempt ${before.id} has no rewrite ${unknown}. It has: ${known === '' ? 'none' : known}.`)
  }
  const { script, rewrites } = await replay(
    before.base,
    before.rewrites.filter((r) => !names.includes(r.name)),
  )
  return { ...before, id: idOf(state, script), rewrites, script, because: `the person undid ${names.join(', ')}` }
}

function idOf(state: CaseState, script: string): string {
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 6)
  return `${String(state.attempts.length + 1).padStart(2, '0')}-${hash}`
}
