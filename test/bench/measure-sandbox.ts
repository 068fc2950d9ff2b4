import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runSandboxed } from '../../src/engine/sandbox/run-sandboxed.ts'
import { median, milliseconds } from './median.ts'

// What the sandbox adds to the start and the end of a program that does nothing. Wanted: under 50 ms.
const folder = mkdtempSync(join(tmpdir(), 'repgen-bench-'))
const limits = {
  wallSeconds: 20,
  cpuSeconds: 20,
  memoryBytes: 2 ** 30,
  processes: 64,
  fileBytes: 2 ** 20,
  outputBytes: 2 ** 20,
}
const inside: number[] = []
const outside: number[] = []
for (let i = 0; i < 31; i += 1) {
  const outputFiles = { stdout: join(folder, `stdout-${i}`), stderr: join(folder, `stderr-${i}`) }
  const spec = {
    argv: ['/bin/true'],
    folder,
    env: {},
    readOnly: [],
    limits,
    gpu: false,
    unsandboxed: false,
    outputFiles,
  }
  inside.push(await milliseconds(() => runSandboxed(spec)))
  outside.push(await milliseconds(async () => spawnSync('/bin/true')))
}
rmSync(folder, { recursive: true, force: true })
console.log(
  `sandbox overhead at the median of ${inside.length} runs: ${(median(inside) - median(outside)).toFixed(1)} ms (wanted: under 50)`,
)
