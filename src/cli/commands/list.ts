import pc from 'picocolors'
import type { CaseState } from '../../shared/case.ts'
import { safeText } from '../safe-text.ts'
import { openStore } from '../with-engine.ts'

/** `repgen list`. */
export function listCommand(options: { json?: boolean; home?: string }): number {
  using store = openStore(options.home)
  for (const id of store.ids()) {
    const state = store.state(id)
    process.stdout.write(options.json ? `${JSON.stringify(row(state))}\n` : text(state))
  }
  return 0
}

const row = (state: CaseState) => ({
  caseId: state.id,
  title: state.report?.title ?? null,
  verdict: state.verdict?.outcome ?? null,
  repository: state.settings?.repository ?? null,
  openedAt: state.openedAt,
  attempts: state.attempts.length,
})

function text(state: CaseState): string {
  const outcome = (state.verdict?.outcome ?? (state.interrupted ? 'stopped' : 'unfinished')).padEnd(17)
  const coloured = state.verdict?.outcome === 'reproduced' ? pc.green(outcome) : outcome
  return `${state.id}  ${coloured}  ${(state.openedAt ?? '').slice(0, 16).replace('T', ' ')}  ${safeText(state.report?.title ?? state.source ?? '').slice(0, 80)}\n`
}
