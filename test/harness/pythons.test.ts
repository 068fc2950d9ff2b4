import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resource } from '../../src/engine/resources.ts'
import { observedLines } from '../../src/engine/run/observed-line.ts'
import { observationFrom } from '../../src/engine/run/read-observation.ts'

const script = `
import multiprocessing, os, subprocess, sys, threading, warnings

def work(what):
    raise ValueError(what)

if __name__ == '__main__':
    print(__file__, sys.argv[1:], threading.active_count(), __name__, __spec__, sorted(globals()))
    for method in ('fork', 'spawn'):
        process = multiprocessing.get_context(method).Process(target=work, args=(method,))
        process.start()
        process.join()
        print(process.exitcode)
    child = 'import sys, random; random.seed(5); print([p for p in sys.path if "harness" in p]); raise ValueError("subprocess")'
    print(subprocess.run([sys.executable, '-c', child], stdout=subprocess.PIPE).stdout)
    thread = threading.Thread(target=work, args=('thread',), name='T')
    thread.start()
    thread.join()
    def warn():
        warnings.warn('deep', stacklevel=3)
    warn()
    sys.exit('the end')
`

/** The oldest and the newest that PATH and pyenv have: the harness serves 3.8 to 3.14. */
function pythons(): string[] {
  const names = [8, 9, 10, 11, 12, 13, 14].map((minor) => `python3.${minor}`)
  const managed = join(process.env.HOME ?? '/', '.pyenv', 'versions')
  const versions = spawnSync('ls', [managed], { encoding: 'utf8' }).stdout.split('\n')
  const all = names.flatMap((name) => {
    const candidates = [
      name,
      ...versions.filter((v) => v.startsWith(`${name.slice(6)}.`)).map((v) => join(managed, v, 'bin', 'python')),
    ]
    const found = candidates.find((path) => spawnSync(path, ['-c', 'import ctypes, multiprocessing']).status === 0)
    return found === undefined ? [] : [found]
  })
  return [...new Set([...all.slice(0, 1), ...all.slice(-1)])]
}

function run(python: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(python, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: '/tmp', PYTHONDONTWRITEBYTECODE: '1' },
  })
  // A fork that warns of threads does so in its own time.
  return {
    status,
    stdout,
    stderr: stderr.split('\n').filter((line) => !/multi-threaded|^ {2}self.pid = os.fork/.test(line)),
  }
}

describe.each(['/usr/bin/python3', ...pythons()])('%s', (python) => {
  it('runs a script and its children as without the harness, and tells how each ended', () => {
    const folder = mkdtempSync(join(tmpdir(), 'repgen-harness-'))
    const path = join(folder, 'script.py')
    writeFileSync(path, script)
    const events = join(folder, 'events')
    const observed = run(python, [
      resource('harness', 'harness.py'),
      '--events',
      events,
      '--deadline',
      '50',
      '--script',
      path,
      'a',
      '--b',
    ])
    expect(observed).toEqual(run(python, [path, 'a', '--b']))
    const processes = readdirSync(events)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => {
        const text = readFileSync(join(events, name), 'utf8')
        expect(text).not.toContain('"failed"')
        return { main: name === 'events-main.jsonl', lines: observedLines(text) }
      })
    const { exception, childExceptions, seeds, warnings, versions } = observationFrom(processes, [])
    expect(exception).toBeNull()
    expect(childExceptions.map((e) => e.chain[0]?.message).sort()).toEqual(['fork', 'spawn', 'subprocess', 'thread'])
    expect(seeds).toEqual({ random: '5' })
    expect(warnings).toEqual([
      { category: 'UserWarning', message: 'deep', file: expect.stringContaining('sys'), line: expect.any(Number) },
    ])
    expect(versions.python).toBe(
      execFileSync(python, ['-c', 'import platform; print(platform.python_version())'], { encoding: 'utf8' }).trim(),
    )
  })
})
