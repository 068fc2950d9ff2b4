import type { PythonSource } from '../../python/source.ts'
import { type OracleCall, oracleCode } from '../../verdict/oracles/oracle.ts'
import { insertPrologue } from './add-imports.ts'

export const addCheckName = 'add-check'

/** Appends the assertion of an oracle: the script then fails while a silent bug is there. Chosen by next-attempt, not proposed. */
export function addCheck(source: PythonSource, parameters: Record<string, unknown>): string {
  const { start, check } = oracleCode(parameters as OracleCall)
  const text = start === '' ? source.text : insertPrologue(source, start)
  return check === '' ? text : `${text.trimEnd()}\n\n${check}`
}
