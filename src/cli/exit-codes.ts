import type { Verdict } from '../shared/verdict.ts'

/** What a script can rely on. A person's verdict never counts as reproduced. */
export const exitCodes = {
  reproduced: 0,
  'not-reproduced': 1,
  blocked: 2,
  'different-failure': 3,
  inconclusive: 4,
  usage: 64,
  error: 70,
  interrupted: 130,
} as const

export const exitCodesHelp = `
Exit codes: 0 reproduced, 1 not reproduced, 2 blocked, 3 different failure, 4 inconclusive, 64 usage, 70 our error, 130 interrupted`

export function exitCodeOf(verdict: Verdict | null): number {
  if (verdict === null) return exitCodes.error
  if (verdict.by === 'person') return exitCodes.inconclusive
  return exitCodes[verdict.outcome]
}

/** The command was called wrongly. */
export class UsageError extends Error {
  override name = 'UsageError'
}
