import type { CaseSummary } from '../../engine/store/summarise.ts'
import { colours as pc } from '../colours.ts'
import { safeJson, safeLine } from '../safe-text.ts'
import { openStore } from '../with-engine.ts'

const shownTitle = 80

/** `repgen list`. */
export function listCommand(options: { json?: boolean; ids?: boolean; home?: string }): number {
  using store = openStore(options.home)
  const cases = store.list()
  const line = options.ids ? (c: CaseSummary) => c.id : options.json ? (c: CaseSummary) => safeJson(row(c)) : text
  if (cases.length > 0) process.stdout.write(`${cases.map(line).join('\n')}\n`)
  else if (!options.json && !options.ids)
    process.stderr.write('There are no cases yet. Make one: repgen reproduce REPORT\n')
  return 0
}

const row = (c: CaseSummary) => ({
  caseId: c.id,
  title: c.title,
  verdict: c.outcome,
  interrupted: c.interrupted,
  repository: c.repository,
  source: c.source,
  openedAt: c.openedAt,
  attempts: c.attempts,
})

function text(c: CaseSummary): string {
  const outcome = (c.outcome ?? (c.interrupted ? 'stopped' : 'unfinished')).padEnd(17)
  const coloured = c.outcome === 'reproduced' ? pc.green(outcome) : outcome
  const opened = c.openedAt.slice(0, 16).replace('T', ' ')
  return `${c.id}  ${coloured}  ${opened}  ${safeLine(c.title || c.source).slice(0, shownTitle)}`
}
