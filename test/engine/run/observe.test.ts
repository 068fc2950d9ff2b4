import { chmodSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runBare } from '../../../src/engine/run/bare.ts'
import { observe } from '../../../src/engine/run/observe.ts'
import { makeSetup } from './make-setup.ts'

describe('observe', () => {
  it('tells what ended the threads and processes that a script starts', async () => {
    const script = `
import multiprocessing, os, subprocess, sys, threading

def work(what):
    raise ValueError(what)

if __name__ == '__main__':
    for method in ('fork', 'spawn'):
        process = multiprocessing.get_context(method).Process(target=work, args=(method,))
        process.start()
        process.join()
    thread = threading.Thread(target=work, args=('thread',))
    thread.start()
    thread.join()
    subprocess.run([sys.executable, '-c', 'raise ValueError("subprocess")'])
    pid = os.fork()
    if pid == 0:
        raise ValueError('os.fork')
    os.waitpid(pid, 0)
    print('END')
`
    const setup = makeSetup()
    const { run, observation } = await observe(script, setup)
    const bare = await runBare(script, setup)
    expect([run.stdout.text, run.stderr.text, run.exit]).toEqual([bare.stdout.text, bare.stderr.text, bare.exit])
    expect(observation.exception).toBeNull()
    const messages = observation.childExceptions.map((e) => e.chain[0]?.message)
    expect(messages.sort()).toEqual(['fork', 'os.fork', 'spawn', 'subprocess', 'thread'])
  })

  it('tells where a run hung, and what it had raised before', async () => {
    const script = `
import threading, time

def wait_for_ever():
    while True:
        time.sleep(60)

threading.Thread(target=wait_for_ever, name='waiter').start()
raise RuntimeError('the worker is gone')
`
    const setup = makeSetup()
    const { run, observation } = await observe(script, { ...setup, limits: { ...setup.limits, wallSeconds: 2 } })
    expect(run.endedBy).toBe('wall')
    expect(run.stderr.text).toContain('RuntimeError: the worker is gone')
    expect(observation.exception?.chain[0]?.message).toBe('the worker is gone')
    expect(observation.stacks).toContain('line 6 in wait_for_ever')
    expect(observation.stacks).not.toContain('harness')
  })

  it('tells the stack of a process that a signal has ended', async () => {
    const script = `
import ctypes

def crash():
    ctypes.string_at(0)

crash()
`
    const { run, observation } = await observe(script, makeSetup())
    expect(run.exit.signal).toBe('SIGSEGV')
    expect(observation.stacks).toMatch(/Segmentation fault[\s\S]*line 5 in crash/)
  })

  it('judges nothing by a script that turns on the harness', async () => {
    const script = `
import gc, sys, os, faulthandler, warnings, threading
sys.excepthook = None
for name in dir(sys): pass
for thing in gc.get_objects():
    if isinstance(thing, dict) and 'MOST_BYTES' in thing:
        thing['write'] = None
        thing['place'] = None
sys.meta_path.clear()
warnings.showwarning = None
threading.excepthook = None
faulthandler.disable()
os.closerange(3, 50)
print('END')
`
    const { run, observation } = await observe(script, makeSetup())
    expect(run.stdout.text).toBe('END\n')
    expect(observation.losses).toEqual([])
  })

  it('finds the repository, the data and the weights by environment, and nothing of ours', async () => {
    const made = (name: string) => {
      const folder = mkdtempSync(join(tmpdir(), 'repgen-given-'))
      mkdirSync(join(folder, 'tidal'))
      writeFileSync(join(folder, 'tidal', '__init__.py'), `name = ${JSON.stringify(name)}\n`)
      chmodSync(folder, 0o755)
      return folder
    }
    const setup = makeSetup({
      repository: made('repo'),
      data: [made('data'), made('more')],
      weights: [made('weights')],
    })
    const script = `
import os, sys
sys.path.insert(0, os.environ.get('REPRO_REPO', '.'))
import tidal
print(tidal.name, os.environ['REPRO_DATA'], os.listdir('/data2'), os.environ['HF_HOME'], os.environ['HF_HUB_OFFLINE'])
print(os.getcwd(), sys.argv, sys.path[1], os.environ['CUDA_VISIBLE_DEVICES'] == '', 'PYTHONHASHSEED' in os.environ)
print([m for m in sys.modules if m in ('events', 'hooks', 'process', 'training', 'finder')])
open('written', 'w').close()
os.mkdir('closed')
os.chmod('closed', 0)
`
    const { run, observation } = await observe(script, setup)
    const bare = await runBare(script, setup)
    expect(run.stdout.text).toBe(`repo /data ['tidal'] /weights 1\n/case ['/case/repro.py'] /case True False\n[]\n`)
    expect(bare.stdout.text).toBe(run.stdout.text)
    expect(observation.repositoryModules).toEqual(['tidal'])
    expect(readdirSync(join(setup.caseFolder, 'runs')).sort()).toEqual(['a1-bare-1', 'a1-observed-1'])
  })

  it('shows a syntax error as the interpreter does', async () => {
    const setup = makeSetup()
    const script = `x = 1\ndef f(:\n`
    const { run, observation } = await observe(script, setup)
    expect(run.stderr.text).toBe((await runBare(script, setup)).stderr.text)
    expect(observation.exception?.chain[0]).toMatchObject({ type: 'SyntaxError', message: 'invalid syntax' })
    expect(observation.scriptLine).toBe(2)
  })
})
