import { closeSync, fstatSync, mkdirSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Run } from '../../shared/run.ts'
import { runSandboxed } from '../sandbox/run-sandboxed.ts'
import type { Mount } from '../sandbox/spec.ts'
import { dataInside, type RunSetup, repositoryInside, weightsInside } from './setup.ts'

/** Head and tail of an output that go into the event; the file keeps all of it. */
const keptBytes = 200_000

export type ScriptRun = { run: Run; folder: string }

/**
 * Runs `repro.py` in a fresh work folder. `command` gives the arguments after the interpreter; `extra` mounts what an observed run
 * needs. The caller removes the folder.
 */
export async function runScript(
  kind: Run['kind'],
  script: string,
  setup: RunSetup,
  command: string[],
  extra: { readOnly: Mount[]; env: Record<string, string> },
): Promise<ScriptRun> {
  const folder = mkdtempSync(join(tmpdir(), 'repgen-run-'))
  writeFileSync(join(folder, 'repro.py'), script)
  const outputs = freshFolder(setup, kind)
  const outputFiles = { stdout: join(outputs, 'stdout.txt'), stderr: join(outputs, 'stderr.txt') }
  const result = await runSandboxed({
    argv: [setup.interpreter.path, ...command],
    folder,
    env: { ...environment(setup), ...extra.env },
    readOnly: [...mounts(setup), ...extra.readOnly],
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
    return {
      file: relative(setup.caseFolder, outputFiles[name]),
      bytes: result[name].bytes,
      text,
      cut: cut || result[name].cut,
    }
  }
  const { exit, endedBy, seconds, peakBytes, sandboxed } = result
  return {
    run: { kind, exit, endedBy, seconds, peakBytes, sandboxed, stdout: output('stdout'), stderr: output('stderr') },
    folder,
  }
}

export function removeRunFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

function freshFolder({ caseFolder, attemptId }: RunSetup, kind: Run['kind']): string {
  for (let n = 1; ; n += 1) {
    const folder = join(caseFolder, 'runs', `${attemptId}-${kind}-${n}`)
    try {
      mkdirSync(join(caseFolder, 'runs'), { recursive: true })
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
    ...data.map((host, i) => ({ host, inside: i === 0 ? dataInside : `${dataInside}${i + 1}` })),
    ...weights.map((host, i) => ({ host, inside: i === 0 ? weightsInside : `${weightsInside}${i + 1}` })),
  ]
}

function environment({ repository, data, weights, gpu }: RunSetup): Record<string, string> {
  return {
    MPLBACKEND: 'Agg',
    HF_HUB_OFFLINE: '1',
    TRANSFORMERS_OFFLINE: '1',
    HF_DATASETS_OFFLINE: '1',
    TF_CPP_MIN_LOG_LEVEL: '2',
    OMP_NUM_THREADS: '2',
    ...(gpu ? {} : { CUDA_VISIBLE_DEVICES: '' }),
    ...(repository === null ? {} : { REPRO_REPO: repositoryInside }),
    ...(data.length === 0 ? {} : { REPRO_DATA: dataInside }),
    ...(weights.length === 0 ? {} : { HF_HOME: weightsInside, TORCH_HOME: weightsInside, KERAS_HOME: weightsInside }),
  }
}

/** The beginning and the end of a file, with a line between them where something is left out. */
function headAndTail(file: string): { text: string; cut: boolean } {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const read = (from: number, length: number) => {
      const buffer = Buffer.alloc(length)
      return buffer.subarray(0, readSync(handle, buffer, 0, length, from)).toString('utf8')
    }
    if (size <= 2 * keptBytes) return { text: read(0, size), cut: false }
    return {
      text: `${read(0, keptBytes)}\n[… ${size - 2 * keptBytes} bytes left out …]\n${read(size - keptBytes, keptBytes)}`,
      cut: true,
    }
  } finally {
    closeSync(handle)
  }
}
