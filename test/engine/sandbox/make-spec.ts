import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSandboxed } from '../../../src/engine/sandbox/run-sandboxed.ts'
import type { SandboxResult, SandboxSpec } from '../../../src/engine/sandbox/spec.ts'

export const MiB = 2 ** 20

export const limits = {
  wallSeconds: 30,
  cpuSeconds: 20,
  memoryBytes: 512 * MiB,
  processes: 32,
  fileBytes: 16 * MiB,
  outputBytes: MiB,
}

export type Ran = SandboxResult & { out: string; err: string; folder: string }

/** Runs a Python script as a case's script is run. */
export async function runPython(script: string, options: Partial<SandboxSpec> = {}): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'repgen-test-'))
  const outputs = mkdtempSync(join(tmpdir(), 'repgen-test-out-'))
  const outputFiles = { stdout: join(outputs, 'stdout'), stderr: join(outputs, 'stderr') }
  writeFileSync(join(folder, 'script.py'), `import os, sys, time\n${script}`)
  const spec: SandboxSpec = {
    argv: ['/usr/bin/python3', '/case/script.py'],
    folder,
    env: {},
    readOnly: [],
    limits,
    gpu: false,
    outputFiles,
    unsandboxed: false,
    ...options,
  }
  const result = await runSandboxed(spec)
  const text = (file: string) => readFileSync(file, 'utf8')
  return { ...result, out: text(spec.outputFiles.stdout), err: text(spec.outputFiles.stderr), folder }
}
