import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedEventSchema } from '../../src/shared/event.ts'
import { Cli, crashReport, ended } from './run-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await Cli.build()
})
afterAll(() => cli[Symbol.dispose]())

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1) ?? ''
// biome-ignore lint/suspicious/noControlCharactersInRegex: nothing of the kind may reach a terminal
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/

describe('a case from report to bundle', () => {
  let id = ''

  test('is reproduced, told in plain lines when piped', async () => {
    const report = cli.write('report.md', crashReport())
    const { code, stdout, stderr } = await cli.run('reproduce', report, '--no-model')
    expect(stdout).toMatch(/^case {8}\S+: .*report\.md\nreport {6}Widths do not add up\n/)
    expect(stdout).toContain("    TypeError: unsupported operand type(s) for +: 'int' and 'str'\n")
    expect(stdout).toMatch(/\nverdict {5}reproduced\n/)
    expect(stdout).not.toMatch(obeyed)
    expect(stderr).toBe('')
    expect(code).toBe(0)
    id = /case (\S+): repgen show/.exec(lastLine(stdout))?.[1] ?? ''
  })

  test('is listed', async () => {
    expect((await cli.run('list')).stdout).toMatch(new RegExp(`^${id}  reproduced .*Widths do not add up\\n$`))
    expect(JSON.parse((await cli.run('list', '--json')).stdout)).toMatchObject({ caseId: id, verdict: 'reproduced' })
  })

  test('is shown, whole and in parts', async () => {
    expect((await cli.run('show', id)).stdout).toContain('observed: TypeError: unsupported operand type(s)')
    expect((await cli.run('show', id, '--script')).stdout).toContain("print(widen([1, 2], '3'))\n")
    expect(JSON.parse((await cli.run('show', id, '--report')).stdout)).toMatchObject({ title: 'Widths do not add up' })
    expect((await cli.run('show', id, '--script', '--json')).code).toBe(64)
  })

  test('is exported; the bundle is verified and opened as a case of its own', async () => {
    const bundle = join(cli.home, 'bug.repgen.zip')
    expect(await cli.run('export', id, '-o', bundle)).toMatchObject({ code: 0 })
    expect((await cli.run('export', id, '--paste')).stdout).toContain('```python\n')
    const verified = await cli.run('verify', bundle, '--quiet')
    expect(verified.stdout).toContain('It still reproduces here.')
    expect(verified.code).toBe(0)

    const opened = await cli.run('open', bundle)
    const other = /repgen resume (\S+)/.exec(opened.stdout)?.[1] ?? ''
    expect(other).not.toBe(id)
    expect((await cli.run('list')).stdout).toContain(`${other}  unfinished`)
    expect((await cli.run('resume', other, '--quiet')).code).toBe(0)

    const bytes = readFileSync(bundle)
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 0xff
    const damaged = await cli.run('verify', cli.write('damaged.repgen.zip', bytes))
    expect(damaged.code).toBe(64)
    expect(damaged.stderr).toMatch(/^repgen: .*\n$/)
  })

  test('is removed for good, and nothing is when one of several ids is wrong', async () => {
    expect((await cli.run('rm', id, 'nothing')).code).toBe(64)
    expect((await cli.run('show', id)).code).toBe(0)
    expect(await cli.run('rm', id)).toMatchObject({ code: 0, stdout: `removed ${id}\n` })
    expect((await cli.run('show', id)).code).toBe(64)
    expect(existsSync(join(cli.home, 'cases', id))).toBe(false)
  })
})

test('--json gives events as lines, then a summary', async () => {
  const child = cli.start('reproduce', '-', '--json')
  child.stdin.write(crashReport())
  const { code, stdout } = await ended(child)
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const events = lines.slice(0, -1).map((line) => storedEventSchema.parse(line))
  expect(events.map((e) => e.sequence)).toEqual(events.map((_, i) => i + 1))
  expect(lines.at(-1)).toMatchObject({
    caseId: events[0]?.caseId,
    verdict: 'reproduced',
    reason: expect.stringContaining('TypeError'),
    attempts: 1,
    seconds: expect.any(Number),
    script: expect.stringContaining('widen'),
  })
  expect(code).toBe(0)
})

test('what a terminal would obey is shown, not sent', async () => {
  const printing = "print('\\x1b]0;owned\\x07 \\x9b2J \\u202e', flush=True)\n"
  const file = cli.write('evil.md', crashReport(printing, 'Widths \u001b]0;x\u0007 \u009b2J\u202e'))
  for (const options of [[], ['--json']]) {
    const { code, stdout, stderr } = await cli.run('reproduce', file, ...options)
    expect(stdout).toContain('owned')
    expect(stdout).not.toMatch(obeyed)
    expect(stderr).not.toMatch(obeyed)
    expect(code).toBe(0)
  }
  for (const args of [['list'], ['list', '--json']]) expect((await cli.run(...args)).stdout).not.toMatch(obeyed)
})

test.each([
  [['reproduce', 'nowhere.md'], /nowhere\.md does not exist\. Give the path/],
  [['reproduce', '.', '--repo', 'nowhere'], /report/],
  [['reproduce', 'binary.md'], /binary file/],
  [['reproduce', 'good.md', '--repo', 'nowhere'], /There is no repository at .*nowhere/],
  [['reproduce', 'good.md', '--python', './good.md'], /not an executable file/],
  [['reproduce', 'good.md', '--data', 'nowhere'], /--data nowhere is not a folder/],
  [['reproduce', 'good.md', '--memory', 'lots'], /size such as 512M/],
  [['reproduce', 'good.md', '--max-attempts', '1.5'], /whole number/],
  [['show', 'zzz'], /There is no case zzz/],
  [['export', 'zzz'], /-o FILE/],
  [['verify', 'good.md'], /not a bundle/],
  [['open', 'nowhere.zip'], /nowhere\.zip/],
  [['completion', 'tcsh'], /bash, zsh or fish/],
  [['reproduc'], /Did you mean reproduce/],
  [[], /Usage: repgen/],
])('a wrong call is one clear error: %j', async (args, said) => {
  using other = await Cli.build()
  other.write('good.md', crashReport())
  other.write('binary.md', Buffer.from([0, 1, 2, 3]))
  const { code, stderr } = await other.run(...args)
  expect(stderr).toMatch(said)
  expect(stderr).not.toMatch(/\n\s+at /)
  expect(code).toBe(64)
  // And it leaves no case behind.
  expect((await other.run('list')).stdout).toBe('')
})

test('a home that cannot be written says what to do', async () => {
  const { code, stderr } = await cli.run('list', '--home', cli.write('file', ''))
  expect(stderr).toMatch(/^repgen: .*Choose another folder with --home or REPGEN_HOME\.\n$/)
  expect(code).toBe(70)
})

test('doctor says what is there', async () => {
  const { stdout } = await cli.run('doctor', '--json')
  const names = (JSON.parse(stdout) as { name: string }[]).map((f) => f.name)
  for (const name of ['node', 'sandbox', 'git', 'store', 'disk']) expect(names).toContain(name)
})

test('a reader that goes away is no error', async () => {
  const script = 'set -o pipefail; "$0" "$1" list --json | true'
  const shell = spawn('bash', ['-c', script, process.execPath, cli.file], {
    env: { ...process.env, REPGEN_HOME: cli.home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  shell.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const [code] = await once(shell, 'close')
  expect(stderr).toBe('')
  expect(code).toBe(0)
})
