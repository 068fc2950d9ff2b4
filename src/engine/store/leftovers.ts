import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { CaseEvent } from '../../shared/event.ts'

/**
 * Removes what a killed process left in a case's folder and no event mentions: half-written files, and the outputs of runs
 * whose end was not recorded.
 */
export function removeLeftovers(caseFolder: string, events: CaseEvent[]): void {
  for (const name of namesIn(caseFolder)) {
    if (/^\.names-|\.\d+\.tmp$/.test(name)) remove(join(caseFolder, name))
  }
  const recorded = new Set(events.flatMap((e) => (e.type === 'run-ended' ? [e.run.stdout.file.split('/')[1]] : [])))
  const runs = join(caseFolder, 'runs')
  for (const name of namesIn(runs)) if (!recorded.has(name)) remove(join(runs, name))
}

const remove = (path: string) => rmSync(path, { recursive: true, force: true })

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
