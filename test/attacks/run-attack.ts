import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSandboxed } from '../../src/engine/sandbox/run-sandboxed.ts'
import type { SandboxResult, SandboxSpec } from '../../src/engine/sandbox/spec.ts'

export type AttackResult = SandboxResult & { stdoutText: string; stderrText: string; folder: string }

/** Tight limits, so that an attack on a resource ends soon. */
export const attackLimits = {
  wallSeconds: 5,
  cpuSeconds: 10,
  memoryBytes: 512 * 2 ** 20,
  processes: 64,
  fileBytes: 64 * 2 ** 20,
  outputBytes: 4 * 2 ** 20,
}

/** Runs a hostile Python script as a case's script is run, in a fresh work folder. */
export async function runAttack(script: string, options: Partial<SandboxSpec> = {}): Promise<AttackResult> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'repgen-attack-'))
  const outputs = mkdtempSync(join(tmpdir(), 'repgen-attack-out-'))
  const outputFiles = { stdout: join(outputs, 'stdout'), stderr: join(outputs, 'stderr') }
  writeFileSync(join(folder, 'attack.py'), script)
  const result = await runSandboxed({
    argv: ['/usr/bin/python3', '/case/attack.py'],
    env: {},
    readOnly: [],
    limits: attackLimits,
    gpu: false,
    outputFiles,
    unsandboxed: false,
    ...options,
    folder,
  })
  const text = (file: string) => readFileSync(file, 'utf8')
  return { ...result, stdoutText: text(outputFiles.stdout), stderrText: text(outputFiles.stderr), folder }
}
