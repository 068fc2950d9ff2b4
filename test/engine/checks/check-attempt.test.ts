import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type CheckContext, checkAttempt } from '../../../src/engine/checks/check-attempt.ts'
import { inspectInterpreter } from '../../../src/engine/interpreters/inspect-interpreter.ts'
import type { Finding } from '../../../src/shared/attempt.ts'
import type { Interpreter } from '../../../src/shared/run.ts'
import type { Symptom } from '../../../src/shared/symptom.ts'
import { makeReport } from '../repository/make-report.ts'

let python: Interpreter
beforeAll(async () => {
  const found = await inspectInterpreter('/usr/bin/python3', 'system', false)
  if (found === null) throw new Error('/usr/bin/python3 does not answer')
  python = found
})

async function check(script: string, parts: Partial<CheckContext> = {}) {
  const workFolder = mkdtempSync(join(tmpdir(), 'checks-'))
  const checks = await checkAttempt(script, {
    interpreter: python,
    otherInterpreters: [],
    report: makeReport(),
    symptom: null,
    repository: null,
    workFolder,
    ...parts,
  })
  expect(readdirSync(workFolder)).toEqual([])
  return checks
}

function raised(type: string, message = ''): Symptom {
  return { kind: 'exception', type, message, frames: [], lines: [] }
}

const stopping = (findings: Finding[]) =>
  findings.filter((f) => f.severity !== 'advice').map((f) => `${f.check} ${f.code} ${f.line}`)
const all = (findings: Finding[]) => findings.map((f) => `${f.severity} ${f.code} ${f.line}`)

const model = `import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 4)

    def forward(self, x):
        return F.relu(self.linear(x))


net = Net()
loss = F.mse_loss(net(torch.randn(2, 3)), torch.zeros(2, 4))
loss.backward()
torch.optim.Adam(net.parameters()).step()
print(torch.cuda.is_available(), __file__)
exit(0)
`

describe('checkAttempt', () => {
  it('passes an ordinary training script: members of a C extension are no errors', async () => {
    const checks = await check(model)
    expect(checks.findings).toEqual([])
    expect(checks.passed).toBe(true)
  })

  it('stops what the target interpreter does not compile, with its line', async () => {
    const { findings, passed } = await check('x = 1\nprint "x"\n')
    expect(passed).toBe(false)
    expect(findings[0]).toMatchObject({ check: 'syntax', severity: 'fatal', code: 'syntax-error', line: 2 })
  })

  it('lets a syntax error pass that the report is about', async () => {
    expect((await check('x = = 1\n', { symptom: raised('SyntaxError', 'invalid syntax') })).passed).toBe(true)
  })

  it('stops names that nothing defines, once each, at their first use', async () => {
    const { findings } = await check('a = b\nfor i in range(c):\n    print(b, i)\n')
    expect(stopping(findings)).toEqual(['names undefined-name 1', 'names undefined-name 2'])
  })

  it('lets a name pass whose lack is the symptom, and no other', async () => {
    const { findings } = await check('use(b)\n', { symptom: raised('NameError', "name 'b' is not defined") })
    expect(all(findings)).toContain('advice undefined-name 1')
    expect(stopping(findings)).toEqual(['names undefined-name 1'])
    expect(findings.find((f) => f.severity === 'error')?.message).toContain('use')
  })

  it('stops modules that the interpreter lacks, unless they are guarded, reported or of the repository', async () => {
    const script =
      'import torch.nn\nimport nosuch.part\ntry:\n    import maybe\nexcept ImportError:\n    maybe = nosuch\nprint(torch)\n'
    expect(stopping((await check(script)).findings)).toEqual(['names import-error 2'])
    const symptom = raised('ModuleNotFoundError', "No module named 'nosuch.part'")
    expect((await check(script, { symptom })).passed).toBe(true)
    const repository = { roots: [], paths: ['.'], modules: [], files: ['lib/nosuch/part.py'], scripts: [] }
    expect((await check(script, { repository })).passed).toBe(true)
  })

  it('stops a call that does not fit its function, unless that is what the report is about', async () => {
    const script = 'def f(a):\n    return a\n\n\nf(1, 2)\n'
    expect(stopping((await check(script)).findings)).toEqual(['lint too-many-function-args 5'])
    const symptom = raised('TypeError', 'f() takes 1 positional argument but 2 were given')
    const { passed, findings } = await check(script, { symptom })
    expect(passed).toBe(true)
    expect(findings[0]?.message).toMatch(/what the report is about/)
  })

  it('gives advice on errors of pylint that Python runs', async () => {
    const script =
      'def f():\n    return 1\n\n\ndef f():\n    return 2\n\n\ntry:\n    x = f()\nexcept ValueError:\n    print("bad")\nprint(x)\n'
    const { passed, findings } = await check(script)
    expect(passed).toBe(true)
    expect(all(findings)).toContain('advice function-redefined 5')
  })

  it('takes the pylint of another interpreter where the target has none, and says where there is none', async () => {
    const bare: Interpreter = { ...python, packages: { ...python.packages } }
    delete bare.packages.pylint
    const script = 'def f(a):\n    return a\n\n\nf(1, 2)\n'
    expect(stopping((await check(script, { interpreter: bare, otherInterpreters: [python] })).findings)).toHaveLength(1)
    const { passed, findings } = await check(script, { interpreter: bare })
    expect(passed).toBe(true)
    expect(findings.at(-1)).toMatchObject({ code: 'no-pylint', severity: 'advice' })
  })

  it('falls back on tree-sitter where the interpreter does not answer', async () => {
    const old: Interpreter = { ...python, path: '/usr/bin/false' }
    expect((await check('x = 1\n', { interpreter: old })).passed).toBe(true)
    expect((await check('x = (1\n', { interpreter: old })).passed).toBe(false)
  })

  it('survives scripts that are no text of Python at all', async () => {
    for (const script of [
      '',
      '\0',
      '('.repeat(5000),
      `${'['.repeat(300)}`,
      'é'.repeat(9),
      '\ud800',
      'x = 1 +'.repeat(9000),
    ]) {
      expect(typeof (await check(script)).passed).toBe('boolean')
    }
  })
})
