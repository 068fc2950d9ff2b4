import type { Observation, Run } from '../../shared/run.ts'
import { resource } from '../resources.ts'
import { caseFolderInside } from '../sandbox/spec.ts'
import { readObservation } from './read-observation.ts'
import { removeRunFolder, runScript } from './run-script.ts'
import { eventsFolder, harnessInside, type RunSetup } from './setup.ts'

/** The script under the harness: finds out what happens, for the next attempt and for the person. It proves nothing. */
export async function observe(script: string, setup: RunSetup): Promise<{ run: Run; observation: Observation }> {
  const command = [`${harnessInside}/harness.py`, `${caseFolderInside}/${eventsFolder}`, `${caseFolderInside}/repro.py`]
  const deadline = Math.max(1, setup.limits.wallSeconds - 1)
  const { run, folder } = await runScript('observed', script, setup, command, {
    readOnly: [{ host: resource('harness'), inside: harnessInside }],
    env: { REPGEN_DEADLINE: String(deadline) },
  })
  const observation = readObservation(folder, eventsFolder)
  removeRunFolder(folder)
  return { run, observation }
}
