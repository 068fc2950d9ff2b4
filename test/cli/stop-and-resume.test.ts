import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cli, crashReport, ended } from './run-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await Cli.build()
})
afterAll(() => cli[Symbol.dispose]())

/** Stops the child with a signal as soon as it has printed a text. */
function stopAt(child: ChildProcessWithoutNullStreams, text: string, ...signals: NodeJS.Signals[]): void {
  let printed = ''
  const look = (more: string) => {
    printed += more
    if (!printed.includes(text)) return
    child.stdout.off('data', look)
    for (const signal of signals) child.kill(signal)
  }
  child.stdout.setEncoding('utf8').on('data', look)
}

/** Command lines of all processes that hold a word. */
function processesWith(word: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return ''
      }
    })
    .filter((line) => line.includes(word))
}

test('Ctrl-C stops the run at once, keeps the case, and resume goes on', async () => {
  const sleeping = cli.write('sleeping.md', crashReport("import time\nprint('it runs', flush=True)\ntime.sleep(1)\n"))
  const child = cli.start('reproduce', sleeping)
  stopAt(child, '    it runs\n', 'SIGINT')
  const stopped = await ended(child)
  expect(stopped.code).toBe(130)
  expect(stopped.stderr).toContain('Ctrl-C again leaves at once')
  const id = /Go on with: repgen resume (\S+)/.exec(stopped.stdout)?.[1] ?? ''
  expect((await cli.run('list')).stdout).toContain(`${id}  stopped`)

  const resumed = await cli.run('resume', id)
  expect(resumed.stdout).toContain('Widths do not add up')
  expect(resumed.stdout).toMatch(/\nverdict {5}reproduced\n/)
  expect(resumed.code).toBe(0)
})

test('SIGTERM does the same', async () => {
  const file = cli.write('asleep.md', crashReport("import time\nprint('it runs', flush=True)\ntime.sleep(50)\n"))
  const child = cli.start('reproduce', file)
  stopAt(child, '    it runs\n', 'SIGTERM')
  const { code, stdout } = await ended(child)
  expect(stdout).toContain('Go on with: repgen resume')
  expect(code).toBe(130)
})

test('a second Ctrl-C leaves at once, and the sandbox dies with it', async () => {
  const seconds = `50.${process.pid}${Date.now() % 1000}`
  const starting = `import subprocess\nprint('it runs', flush=True)\nsubprocess.run(['sleep', '${seconds}'])\n`
  const child = cli.start('reproduce', cli.write('twice.md', crashReport(starting)))
  stopAt(child, '    it runs\n', 'SIGINT', 'SIGINT')
  expect((await ended(child)).code).toBe(130)
  await expect.poll(() => processesWith(seconds), { timeout: 10_000 }).toEqual([])
})

test('a reader that goes away stops the work and keeps the case', async () => {
  const file = cli.write(
    'unread.md',
    crashReport('import time\nfor n in range(500):\n    print(n, flush=True)\n    time.sleep(0.1)\n'),
  )
  const child = cli.start('reproduce', file)
  child.stdout.once('data', () => child.stdout.destroy())
  const [stderr, code] = await new Promise<[string, number | null]>((done) => {
    let text = ''
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      text += more
    })
    child.on('exit', (exit) => done([text, exit]))
  })
  expect(stderr).toBe('')
  expect(code).toBe(130)
})

test('killed with -9 after each stage, it goes on where it was and comes to the same verdict', async () => {
  const file = cli.write('killed.md', crashReport())
  const stages = [
    'report-restructured',
    'interpreter-chosen',
    'attempt-written',
    'attempt-checked',
    'run-ended',
    'attempt-judged',
  ]
  let id = ''
  for (const stage of stages) {
    const child = id === '' ? cli.start('reproduce', file, '--json') : cli.start('resume', id, '--json')
    stopAt(child, `"type":"${stage}"`, 'SIGKILL')
    const { stdout } = await ended(child)
    id ||= (JSON.parse(stdout.split('\n')[0] ?? '') as { caseId: string }).caseId
  }
  const last = await cli.run('resume', id, '--json')
  expect(last.code).toBe(0)

  const whole = await cli.run('reproduce', file, '--json')
  const typesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { event: { type: string } }).event.type)
  const { attempts, verdict } = JSON.parse((await cli.run('show', id, '--json')).stdout)
  expect(verdict.outcome).toBe('reproduced')
  expect(attempts).toHaveLength(1)
  // Nothing was done twice: the runs are those of a case that was never killed.
  expect(attempts[0].runs).toHaveLength(typesOf(whole.stdout).filter((type) => type === 'run-ended').length)
})
