import { readFileSync } from 'node:fs'
import { runOverride } from '../../engine/override.ts'
import { UsageError } from '../exit-codes.ts'
import { type WorkOptions, workOnCase } from '../work-on-case.ts'

export type RunOptions = WorkOptions & { script?: string; undo?: string[] }

/** `repgen run ID --script FILE` or `--undo REWRITE`: a person takes over. */
export async function runCommand(prefix: string, options: RunOptions): Promise<number> {
  const { script, undo } = options
  if ((script === undefined) === (undo === undefined)) throw new UsageError('Give --script FILE or --undo REWRITE.')
  const change = script === undefined ? { undo: undo ?? [] } : { script: readScript(script) }
  return await workOnCase(options, (engine) => runOverride(engine.store.find(prefix), change, engine))
}

function readScript(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Give the path of a script.`,
    )
  }
}
