import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cli, crashReport } from './run-cli.ts'

let cli: Cli
let id = ''
beforeAll(async () => {
  cli = await Cli.build()
  // `math` is not imported, so there is a rewrite to undo.
  const { stdout } = await cli.run('reproduce', cli.write('report.md', crashReport('math.pi\n')), '--json')
  id = (JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { caseId: string }).caseId
})
afterAll(() => cli[Symbol.dispose]())

test('a script of the person is run and judged like any other', async () => {
  const mended = cli.write(
    'mended.py',
    "def widen(sizes, by):\n    return [size + int(by) for size in sizes]\n\nprint(widen([1, 2], '3'))\n",
  )
  const { code, stdout } = await cli.run('run', id, '--script', mended)
  expect(stdout).toContain('a script of the person')
  expect(stdout).toMatch(/\nverdict {5}not-reproduced\n/)
  expect(code).toBe(1)
})

test('a script that raises the error by hand proves nothing', async () => {
  const fake = cli.write('fake.py', `raise TypeError("unsupported operand type(s) for +: 'int' and 'str'")\n`)
  expect(await cli.run('run', id, '--script', fake)).toMatchObject({ code: 4 })
})

test('a rewrite can be undone, and one that is not there cannot', async () => {
  const { stdout } = await cli.run('reproduce', cli.write('again.md', crashReport('math.pi\n')), '--json')
  const other = (JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as { caseId: string }).caseId
  const undone = await cli.run('run', other, '--undo', 'add-imports')
  expect(undone.stdout).toContain('Nothing defines math')
  const unknown = await cli.run('run', other, '--undo', 'no-such-rewrite')
  expect(unknown.stderr).toMatch(/^repgen: Attempt \S+ has no rewrite no-such-rewrite\. It has: .*\n$/)
  expect(unknown.code).toBe(64)
  expect((await cli.run('run', other)).code).toBe(64)
})
