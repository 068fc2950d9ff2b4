import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { processesWith, token } from '../../attacks/attempts.ts'

// The engine as plain JavaScript, below our node_modules and resources, so that a process of its own can be killed.
let built: string
beforeAll(() => {
  mkdirSync('.cache', { recursive: true })
  built = mkdtempSync(join('.cache', 'killed-engine-'))
  const sources = [
    'src/engine/resources.ts',
    ...readdirSync('src/engine/sandbox').map((name) => `src/engine/sandbox/${name}`),
  ]
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2022,
    rewriteRelativeImportExtensions: true,
  }
  for (const source of [...sources, 'src/shared/run.ts', 'src/shared/report.ts', 'src/shared/symptom.ts']) {
    const target = join(built, source.replace(/\.ts$/, '.js'))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, ts.transpileModule(readFileSync(source, 'utf8'), { compilerOptions }).outputText)
  }
})
afterAll(() => rmSync(built, { recursive: true, force: true }))

it('leaves nothing running when the engine is killed', async () => {
  const word = token()
  const work = join(built, 'work')
  mkdirSync(work)
  const script = `
import subprocess, sys, time
subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)', '${word}'], start_new_session=True)
print('READY', flush=True)
time.sleep(99)`
  writeFileSync(join(work, 'script.py'), script)
  const engine = `
import { runSandboxed } from '${join(process.cwd(), built)}/src/engine/sandbox/run-sandboxed.js'
const limits = { wallSeconds: 60, cpuSeconds: 60, memoryBytes: 2 ** 29, processes: 32, fileBytes: 2 ** 20, outputBytes: 2 ** 20 }
await runSandboxed({
  argv: ['/usr/bin/python3', '/case/script.py'], folder: '${join(process.cwd(), work)}', env: {}, readOnly: [], limits, gpu: false,
  outputFiles: { stdout: '${built}/out', stderr: '${built}/err' }, unsandboxed: false, onOutput: (_, text) => process.stdout.write(text),
})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', engine], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  expect(processesWith(word).length).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await once(child, 'exit')
  for (let tries = 0; tries < 200 && processesWith(word).length > 0; tries += 1) await setTimeout(10)
  expect(processesWith(word)).toEqual([])
})
