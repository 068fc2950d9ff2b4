import { beforeAll, describe, expect, it } from 'vitest'
import { probeSandbox } from '../../../src/engine/sandbox/probe-sandbox.ts'
import { SandboxUnavailableError } from '../../../src/engine/sandbox/spec.ts'
import type { Interpreter } from '../../../src/shared/run.ts'
import { processesWith, token } from '../../attacks/attempts.ts'
import { limits, MiB, runPython } from './make-spec.ts'

// A machine without bubblewrap: what is not on PATH is not there.
beforeAll(() => {
  process.env.PATH = '/nowhere'
})

const foreign: Interpreter = {
  path: '/usr/bin/python3',
  version: '3.11.2',
  packages: {},
  prefixes: [],
  source: 'given',
  foreign: true,
}
const allowed = { unsandboxed: true }

describe('on a machine without a sandbox', () => {
  it('says what is missing and how to get it', () => {
    expect(probeSandbox()).toMatchObject({ kind: 'none', works: false, problem: 'bubblewrap is not installed' })
    expect(probeSandbox().fix).toContain('apt-get install bubblewrap')
  })

  it('nothing runs unless the person allows it', async () => {
    await expect(runPython('print(1)')).rejects.toThrow(SandboxUnavailableError)
    await expect(runPython('print(1)')).rejects.toThrow(/apt-get install bubblewrap.*--allow-unsandboxed/)
  })

  it('an interpreter of the repository never runs', async () => {
    await expect(runPython('', { ...allowed, interpreter: foreign })).rejects.toThrow(SandboxUnavailableError)
  })

  it('an allowed run says that it was not sandboxed, and finds its folder', async () => {
    const script = 'print(open(sys.argv[1]).read()[:6], os.environ.get("HOME"), os.path.exists("script.py"))'
    const argv = ['/usr/bin/python3', '/case/script.py', '/case/script.py']
    const ran = await runPython(script, { ...allowed, argv })
    expect(ran).toMatchObject({ sandboxed: false, endedBy: 'itself', out: 'import /tmp True\n' })
  })

  it.each([
    ['wall', 'time.sleep(60)', { wallSeconds: 1 }],
    ['cpu', 'while True: pass', { cpuSeconds: 1 }],
    ['memory', 'x = [bytearray(b"x") * 2**24 for _ in range(60)]', { memoryBytes: 256 * MiB }],
    ['output', 'while True: print("x" * 1000)', { outputBytes: 100_000 }],
    ['processes', 'for _ in range(60): os.fork() or time.sleep(20)\ntime.sleep(20)', { processes: 16 }],
  ] as const)('the limit on %s still holds', async (limit, script, tight) => {
    const { endedBy } = await runPython(script, { ...allowed, limits: { ...limits, ...tight } })
    expect(endedBy).toBe(limit)
  })

  it('a process that left its group dies with the run', async () => {
    const word = token()
    const script = `
import subprocess
subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)', '${word}'], start_new_session=True)
print('END', flush=True)`
    const { out } = await runPython(script, allowed)
    expect(out).toBe('END\n')
    expect(processesWith(word)).toEqual([])
  })

  it('a signal is told as it is', async () => {
    const { exit } = await runPython('import ctypes; ctypes.string_at(0)', allowed)
    expect(exit).toEqual({ code: null, signal: 'SIGSEGV' })
  })
})
