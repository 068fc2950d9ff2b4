import { acrossProcesses } from './across-processes.ts'
import { blocked } from './blocked.ts'
import { finite } from './finite.ts'
import { flagParameters } from './flag-parameters.ts'
import { memoryGrowth } from './memory-growth.ts'
import type { Oracle, OracleCall, OracleContext } from './oracle.ts'
import { sameObject } from './same-object.ts'

export type { OracleCall }

import { printed } from './printed.ts'
import { ratio } from './ratio.ts'
import { registered } from './registered.ts'
import { repeated } from './repeated.ts'
import { unmoved } from './unmoved.ts'
import { warned } from './warned.ts'

const oracles: Oracle[] = [
  ratio,
  printed,
  repeated,
  finite,
  registered,
  unmoved,
  warned,
  acrossProcesses,
  memoryGrowth,
  blocked,
  sameObject,
  flagParameters,
]

/** Every check that may speak for the symptom, best first. */
export function oracleCalls(context: OracleContext): OracleCall[] {
  return oracles.flatMap((oracle) => oracle.calls(context))
}
