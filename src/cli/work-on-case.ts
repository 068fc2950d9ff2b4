import { bestAttempt } from '../engine/bundle/best-attempt.ts'
import type { EngineContext } from '../engine/engine.ts'
import type { CaseState } from '../shared/case.ts'
import { exitCodeOf, exitCodes } from './exit-codes.ts'
import { progressFor } from './progress-for.ts'
import { isWrongCall } from './report-error.ts'
import { safeJson } from './safe-text.ts'

import { interruptible, openStore } from './with-engine.ts'

export type WorkOptions = { json?: boolean; home?: string; quiet?: boolean }

/** Has the engine work on a case, shows what it does, and gives the exit code of its verdict. */
export async function workOnCase(
  options: WorkOptions,
  work: (engine: EngineContext) => Promise<CaseState>,
): Promise<number> {
  using store = openStore(options.home)
  const write = (text: string) => process.stdout.write(text)
  const started = performance.now()
  let opened: string | null = null
  let id: string | null = null
  const finish = (state: CaseState | null, error?: unknown) => {
    const seconds = (performance.now() - started) / 1000
    if (options.json) write(`${safeJson(state === null ? failure(id, seconds, error) : summary(state, seconds))}\n`)
    else if (state !== null) write(ending(state))
  }
  let state: CaseState
  try {
    using progress = progressFor(options, write)
    state = await interruptible(async (signal) => {
      const onEvent: EngineContext['onEvent'] = (event) => {
        id = event.caseId
        if (event.sequence === 1) opened = event.caseId
        progress.onEvent(event)
      }
      try {
        return await work({ store, signal, onEvent, onOutput: progress.onOutput })
      } catch (error) {
        // A tool that was stopped may fail in its own way: it was the person who stopped it.
        if (!signal.aborted || id === null) throw error
        onEvent(store.append(id, { type: 'interrupted', reason: 'stopped by the person' }))
        return store.state(id)
      }
    })
  } catch (error) {
    // A case that only a wrong call opened would be in the way.
    if (opened !== null && isWrongCall(error)) {
      store.remove(opened)
      id = null
    }
    finish(null, error)
    throw error
  }
  finish(state)
  return state.interrupted && state.verdict === null ? exitCodes.interrupted : exitCodeOf(state.verdict)
}

function ending(state: CaseState): string {
  if (state.verdict === null) return `\nStopped. Go on with: repgen resume ${state.id}\n`
  return `\ncase ${state.id}: repgen show ${state.id}, repgen export ${state.id} -o FILE\n`
}

/** The last line of --json: what a script needs. `script` is that of the bundle. */
export function summary(state: CaseState, seconds: number): Record<string, unknown> {
  const runs = state.attempts.flatMap((a) => a.runs)
  return {
    caseId: state.id,
    verdict: state.verdict?.outcome ?? null,
    reason: state.verdict?.reason ?? null,
    attempts: state.attempts.length,
    seconds: rounded(seconds),
    runSeconds: rounded(runs.reduce((sum, { run }) => sum + run.seconds, 0)),
    script: bestAttempt(state)?.attempt.script ?? null,
  }
}

function failure(caseId: string | null, seconds: number, error: unknown): Record<string, unknown> {
  const reason = error instanceof Error ? error.message : String(error)
  return { caseId, verdict: 'error', reason, attempts: 0, seconds: rounded(seconds), runSeconds: 0, script: null }
}

const rounded = (seconds: number) => Number(seconds.toFixed(2))
