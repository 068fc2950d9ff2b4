import type { Observation, Run } from '../../shared/run.ts'
import { resource } from '../resources.ts'
import { caseFolderInside } from '../sandbox/spec.ts'
import { readObservation } from './read-observation.ts'
import { removeRunFolder, runScript } from './run-script.ts'
import { eventsFolder, harnessInside, type RunSetup } from './setup.ts'

/**
 * The script under the harness: finds out what happens, for the next attempt and for the person. It proves nothing.
 * @throws SandboxUnavailableError
 * @throws OutputNotKeptError
 */
export async function observe(script: string, setup: RunSetup): Promise<{ run: Run; observation: Observation }> {
  // Stacks of all threads are taken a little before the limit ends the run.
  const deadline = Math.max(setup.limits.wallSeconds / 2, setup.limits.wallSeconds - 1)
  const command = [
    `${harnessInside}/harness.py`,
    ...['--events', `${caseFolderInside}/${eventsFolder}`],
    ...['--deadline', String(deadline)],
    ...['--script', `${caseFolderInside}/repro.py`],
  ]
  const harness = { host: resource('harness'), inside: harnessInside }
  const { run, folder } = await runScript('observed', script, setup, command, [harness])
  try {
    return { run, observation: readObservation(folder, eventsFolder) }
  } finally {
    removeRunFolder(folder)
  }
}
