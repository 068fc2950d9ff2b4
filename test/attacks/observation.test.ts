import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { observe } from '../../src/engine/run/observe.ts'
import { prelude, token } from './attempts.ts'
import { attackLimits } from './run-attack.ts'

const word = token()
let outside: string
let caseFolder: string

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'repgen-outside-'))
  caseFolder = mkdtempSync(join(tmpdir(), 'repgen-case-'))
  const event = { kind: 'warning', pid: 1, category: 'UserWarning', message: word, file: word, line: 1 }
  writeFileSync(join(outside, 'events-1.jsonl'), `${JSON.stringify(event)}\n${word}\n`)
})
afterEach(() => {
  for (const folder of [outside, caseFolder]) rmSync(folder, { recursive: true, force: true })
})

const look = (script: string) =>
  observe(`${prelude}\nfolder = 'observed'\n${script}\nprint('END', flush=True)`, {
    caseFolder,
    attemptId: 'attack',
    interpreter: {
      path: '/usr/bin/python3',
      version: '3.11',
      packages: {},
      prefixes: ['/usr'],
      source: 'system',
      foreign: false,
    },
    repository: null,
    data: [],
    weights: [],
    limits: attackLimits,
    gpu: false,
    unsandboxed: false,
  })

describe('a script that attacks what we read after its run', () => {
  it('cannot have us read a file of the host through a symbolic link', async () => {
    const { run, observation } = await look(`
for name in os.listdir(folder): os.remove(os.path.join(folder, name))
for n in range(1, 5): os.symlink(${JSON.stringify(join(outside, 'events-1.jsonl'))}, f'{folder}/events-{n}.jsonl')
`)
    expect(run.stdout.text).toContain('END')
    expect(JSON.stringify(observation)).not.toContain(word)
  })

  it('cannot have us read a folder of the host in place of its own', async () => {
    const { run, observation } = await look(`
os.rename(folder, 'away')
os.symlink(${JSON.stringify(outside)}, folder)
`)
    expect(run.stdout.text).toContain('END')
    expect(JSON.stringify(observation)).not.toContain(word)
    expect(readdirSync(outside)).toEqual(['events-1.jsonl'])
  })

  it.each([
    ['a pipe that nobody writes to', `os.mkfifo(folder + '/events-7.jsonl')`],
    ['a folder named like a file', `os.mkdir(folder + '/events-7.jsonl')`],
    ['a file that may not be read', `os.close(os.open(folder + '/events-7.jsonl', os.O_CREAT, 0))`],
    ['a socket', `s = socket.socket(socket.AF_UNIX); s.bind(folder + '/events-7.jsonl')`],
    ['no folder at all', `import shutil; shutil.rmtree(folder)`],
    [
      'a folder that may not be entered',
      `os.mkdir('closed'); open('closed/x', 'w').close(); os.chmod('closed', 0); os.chmod(folder, 0)`,
    ],
    ['bytes that are no text', `open(folder + '/events-7.jsonl', 'wb').write(bytes(range(256)) * 1000)`],
    [
      'lines of another shape',
      `open(folder + '/events-7.jsonl', 'w').write('null\\n[]\\n{}\\n{"kind": 3}\\n{"kind": "loss", "value": {}}\\n{"__proto__": {"kind": "loss"}}\\n')`,
    ],
    [
      'JSON nested a million deep',
      `open(folder + '/events-7.jsonl', 'w').write('[' * 1000000 + '\\n' + '{"kind":' * 1000000)`,
    ],
    [
      'one line of 60 MB',
      `open(folder + '/events-7.jsonl', 'w').write('{"kind": "loss", "value": "' + 'x' * 60000000 + '"}')`,
    ],
    [
      'a million lines',
      `open(folder + '/events-7.jsonl', 'w').write('{"kind": "loss", "pid": 1, "value": 0.5}\\n' * 1000000)`,
    ],
    [
      'ten thousand files',
      `for n in range(10000): open(f'{folder}/events-{n + 100}.jsonl', 'w').write('{"kind": "loss"}\\n')`,
    ],
  ])('is survived, and the observation is whole: %s', async (_, attack) => {
    const { run, observation } = await look(attack)
    expect(run.stdout.text).toContain('END')
    expect(Array.isArray(observation.losses)).toBe(true)
    expect(observation.losses.length).toBeLessThanOrEqual(10_000)
    expect(JSON.stringify(observation).length).toBeLessThan(2_000_000)
  })
})
