import { resolve } from 'node:path'
import { reproduce } from '../../engine/reproduce.ts'
import { type SettingsOptions, settingsHere } from '../settings-here.ts'
import { type WorkOptions, workOnCase } from '../work-on-case.ts'

export type ReproduceOptions = WorkOptions & SettingsOptions

/** `repgen reproduce REPORT`. */
export async function reproduceCommand(report: string, options: ReproduceOptions): Promise<number> {
  const settings = settingsHere(options)
  if (report === '-' && process.stdin.isTTY) {
    process.stderr.write('Reading the report from this terminal. Paste it, then press Ctrl-D on a line of its own.\n')
  }
  const source = report === '-' ? report : resolve(report)
  return await workOnCase(options, (engine) => reproduce({ source, settings }, engine))
}
