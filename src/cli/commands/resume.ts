import { resume } from '../../engine/reproduce.ts'
import { textProgress } from '../progress.ts'
import { type WorkOptions, workOnCase } from '../work-on-case.ts'

/** `repgen resume ID`: shows what was done, then goes on. With --json, only what is new is written. */
export async function resumeCommand(prefix: string, options: WorkOptions): Promise<number> {
  return await workOnCase(options, (engine) => {
    const id = engine.store.find(prefix)
    if (!options.json) {
      using before = textProgress((text) => process.stdout.write(text), { showOutput: false, liveColumns: null })
      engine.store.events(id).forEach(before.onEvent)
    }
    return resume(id, engine)
  })
}
