import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Run } from '../../shared/run.ts'
import { runSandboxed } from '../sandbox/run-sandboxed.ts'
import type { Mount } from '../sandbox/spec.ts'
import { headAndTail } from './head-and-tail.ts'
import { removeRunFolder } from './remove-run-folder.ts'
import { runEnvironment } from './run-environment.ts'
import { dataInside, numbered, type RunSetup, repositoryInside, weightsInside } from './setup.ts'

export { removeRunFolder } from './remove-run-folder.ts'

export type ScriptRun = { run: Run; folder: string }

/**
 * Runs `repro.py` in a fresh work folder, which is the current one and the only one that it can write to. `command` gives the arguments
 * after the interpreter; `extra` is mounted too. The caller removes the folder.
 */
export async function runScript(
  kind: Run['kind'],
  script: string,
  setup: RunSetup,
  command: string[],
  extra: Mount[] = [],
): Promise<ScriptRun> {
  const outputs = freshFolder(setup, kind)
  const outputFiles = { stdout: join(outputs, 'stdout.txt'), stderr: join(outputs, 'stderr.txt') }
  const folder = mkdtempSync(join(tmpdir(), 'repgen-run-'))
  try {
    writeFileSync(join(folder, 'repro.py'), script)
    const result = await runSandboxed({
      argv: [setup.interpreter.path, ...command],
      folder,
      env: runEnvironment(setup),
      readOnly: [...mounts(setup), ...extra],
      interpreter: setup.interpreter,
      limits: setup.limits,
      gpu: setup.gpu,
      outputFiles,
      onOutput: (stream, text) => setup.onOutput?.(kind, stream, text),
      ...(setup.signal === undefined ? {} : { signal: setup.signal }),
      unsandboxed: setup.unsandboxed,
    })
    const output = (name: 'stdout' | 'stderr') => {
      const { text, cut } = headAndTail(outputFiles[name])
      const file = relative(setup.caseFolder, outputFiles[name])
      return { file, bytes: result[name].bytes, text, cut: cut || result[name].cut }
    }
    const { exit, endedBy, seconds, peakBytes, sandboxed } = result
    const run = {
      kind,
      exit,
      endedBy,
      seconds,
      peakBytes,
      sandboxed,
      stdout: output('stdout'),
      stderr: output('stderr'),
    }
    return { run, folder }
  } catch (error) {
    removeRunFolder(folder)
    throw error
  }
}

function freshFolder({ caseFolder, attemptId }: RunSetup, kind: Run['kind']): string {
  mkdirSync(join(caseFolder, 'runs'), { recursive: true })
  for (let n = 1; ; n += 1) {
    const folder = join(caseFolder, 'runs', `${attemptId}-${kind}-${n}`)
    try {
      mkdirSync(folder)
      return folder
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function mounts({ repository, data, weights }: RunSetup): Mount[] {
  return [
    ...(repository === null ? [] : [{ host: repository, inside: repositoryInside }]),
    ...data.map((host, i) => ({ host, inside: numbered(dataInside, i) })),
    ...weights.map((host, i) => ({ host, inside: numbered(weightsInside, i) })),
  ]
}
