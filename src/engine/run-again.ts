import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attempt, Plan } from '../shared/attempt.ts'
import type { CaseState } from '../shared/case.ts'
import type { CaseEvent, Settings } from '../shared/event.ts'
import type { Report } from '../shared/report.ts'
import type { EngineContext } from './engine.ts'
import { resume } from './reproduce.ts'
import { Store } from './store/store.ts'

/** Somebody's script for a report, as a bundle has them. The report is part of it: a path that a bundle names is never read. */
export type Claim = { report: Report; plan: Plan | null; attempt: Attempt }

/** Runs a claim's script here, in a case that is gone afterwards, and judges it as any attempt. Gives that case's state. */
export async function runAgain(
  { report, plan, attempt }: Claim,
  settings: Settings,
  engine: Omit<EngineContext, 'store'>,
): Promise<CaseState> {
  const folder = mkdtempSync(join(tmpdir(), 'repgen-again-'))
  try {
    using store = new Store(folder)
    const made = { by: 'person', inputs: [] as string[] } as const
    const events: CaseEvent[] = [
      { type: 'case-opened', source: 'a bundle', settings: { ...settings, maxAttempts: 1 } },
      { type: 'report-restructured', report, ...made },
    ]
    if (plan !== null) events.push({ type: 'plan-made', plan, ...made })
    events.push({ type: 'attempt-written', attempt, ...made })
    return await resume(store.import(events), { ...engine, store })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
