import type { CaseState } from '../../shared/case.ts'
import { UsageError } from '../exit-codes.ts'
import { textProgress } from '../progress.ts'
import { safeText } from '../safe-text.ts'
import { openStore } from '../with-engine.ts'

export type ShowOptions = { script?: boolean; report?: boolean; json?: boolean; home?: string }

/** `repgen show ID`: the case as its events tell it, or one part of it. */
export function showCommand(prefix: string, options: ShowOptions): number {
  using store = openStore(options.home)
  const id = store.find(prefix)
  const state = store.state(id)
  if (options.script) print(scriptOf(state))
  else if (options.report) print(JSON.stringify(state.report, null, 2))
  else if (options.json) print(JSON.stringify(state, null, 2))
  else {
    const { onEvent } = textProgress((text) => process.stdout.write(text), { showOutput: false })
    store.events(id).forEach(onEvent)
    const evidence = state.verdict?.evidence ?? []
    for (const { what, reported, reportLines } of evidence) {
      print(safeText(`            observed: ${what}${reported === null ? '' : `\n            reported: ${reported.split('\n')[0]} (report, line ${reportLines?.start ?? '?'})`}`))
    }
    for (const { kind, name, remedy } of state.verdict?.missing ?? []) print(safeText(`            missing ${kind} ${name}: ${remedy}`))
  }
  return 0
}

/** The script of the verdict's attempt, else of the last one. */
export function scriptOf(state: CaseState): string {
  const chosen = state.attempts.find((a) => a.attempt.id === state.verdict?.attemptId) ?? state.attempts.at(-1)
  if (chosen === undefined) throw new UsageError(`Case ${state.id} has no script: no attempt was written.`)
  return chosen.attempt.script
}

const print = (text: string) => process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
