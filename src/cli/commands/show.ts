import { bestAttempt } from '../../engine/bundle/best-attempt.ts'
import type { CaseState } from '../../shared/case.ts'
import { UsageError } from '../exit-codes.ts'
import { textProgress } from '../progress.ts'
import { safeJson, safeLine, safeText } from '../safe-text.ts'

import { openStore } from '../with-engine.ts'

export type ShowOptions = { script?: boolean; report?: boolean; json?: boolean; home?: string }

/** `repgen show ID`: the case as its events tell it, or one part of it. */
export function showCommand(prefix: string, options: ShowOptions): number {
  using store = openStore(options.home)
  const id = store.find(prefix)
  const state = store.state(id)
  if (options.script) print(script(state))
  else if (options.report) print(safeJson(state.report, 2))
  else if (options.json) print(safeJson(state, 2))
  else {
    using progress = textProgress(print, { showOutput: false, liveColumns: null })
    store.events(id).forEach(progress.onEvent)
    print(grounds(state))
    if (state.verdict === null) print(`\nIt has no verdict yet. Go on with: repgen resume ${id}\n`)
  }
  return 0
}

/** To a file or a program it goes as it is; to a terminal, without what that would obey. */
function script(state: CaseState): string {
  const text = bestAttempt(state)?.attempt.script ?? null
  if (text === null)
    throw new UsageError(`Case ${state.id} has no script: ${state.verdict?.reason ?? 'none was written yet.'}`)
  return process.stdout.isTTY ? safeText(text) : text
}

/** What the verdict stands on, and what is missing. */
function grounds({ verdict }: CaseState): string {
  const indented = (text: string) => `            ${safeLine(text)}\n`
  const evidence = (verdict?.evidence ?? []).flatMap(({ what, reported, reportLines }) => [
    indented(`observed: ${what}`),
    ...(reported === null
      ? []
      : [indented(`reported: ${reported.split('\n')[0]} (report, line ${reportLines?.start ?? '?'})`)]),
  ])
  const missing = (verdict?.missing ?? []).map(({ kind, name, remedy }) =>
    indented(`missing ${kind} ${name}: ${remedy}`),
  )
  return [...evidence, ...missing].join('')
}

function print(text: string): void {
  if (text !== '') process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}
