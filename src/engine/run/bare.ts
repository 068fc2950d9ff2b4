import type { Run } from '../../shared/run.ts'
import { caseFolderInside } from '../sandbox/spec.ts'
import { removeRunFolder, runScript } from './run-script.ts'
import type { RunSetup } from './setup.ts'

/**
 * The script as it would be exported: alone, in a fresh process, with no harness. It earns the verdict (design, decision 5).
 * @throws SandboxUnavailableError
 * @throws OutputNotKeptError
 */
export async function runBare(script: string, setup: RunSetup, kind: 'bare' | 'control' = 'bare'): Promise<Run> {
  const { run, folder } = await runScript(kind, script, setup, [`${caseFolderInside}/repro.py`])
  removeRunFolder(folder)
  return run
}
