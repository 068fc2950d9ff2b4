import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { addCheck } from '../../../src/engine/attempt/rewrites/add-check.ts'
import { PythonSource } from '../../../src/engine/python/source.ts'
import { runBare } from '../../../src/engine/run/bare.ts'
import { defaultSettings } from '../../../src/engine/settings.ts'
import { showing } from '../../../src/engine/verdict/judge.ts'
import type { OracleCall } from '../../../src/engine/verdict/oracles/oracle.ts'
import type { Symptom } from '../../../src/shared/symptom.ts'
import { torchInterpreter } from '../attempt/situation.ts'

const caseFolder = mkdtempSync(join(tmpdir(), 'repgen-oracles-'))
afterAll(() => rmSync(caseFolder, { recursive: true, force: true }))

const lines = [{ start: 1, end: 1 }]
const wrong: Symptom = { kind: 'wrong-value', got: null, wanted: null, quoted: null, lines }
const printed = (reported: string[], every = false): OracleCall => ({
  oracle: 'printed',
  values: { REPORTED: reported, EVERY: every, WANTED: '' },
  reason: '',
})

/** Adds the check to a script, runs it bare in the sandbox and says whether the judge sees the symptom. */
async function shows(code: string, call: OracleCall, symptom: Symptom = wrong): Promise<boolean> {
  using source = await PythonSource.parse(code)
  const script = addCheck(source, call)
  const { limits } = defaultSettings()
  const run = await runBare(script, {
    caseFolder,
    attemptId: 't',
    interpreter: await torchInterpreter(),
    repository: null,
    data: [],
    weights: [],
    limits,
    gpu: false,
    unsandboxed: false,
  })
  const { shown } = showing(symptom, run, script)
  // The convention of the script: it fails while the symptom is there and exits 0 when it is gone.
  expect(run.exit.code, run.stderr.text).toBe(shown ? 1 : 0)
  return shown
}

describe('printed: the run prints what the report shows', () => {
  it.each([
    ['the same text', 'print("a", 3)', ['a 3'], true],
    [
      'white space and devices left out',
      `print("tensor([1.0000,   2.0000])")`,
      ["tensor([1.0000, 2.0000], device='cuda:0')"],
      true,
    ],
    [
      'names of backward nodes left out',
      'print("tensor(2., grad_fn=<MeanBackward0>)")',
      ['tensor(2., grad_fn=<MeanBackward1>)'],
      true,
    ],
    ['among other lines', 'print("x"); print("loss 0.5"); print("y")', ['loss 0.5'], true],
    ['numbers to the precision that is printed', 'print(0.12344)', ['0.1234'], true],
    ['a number that differs in the last digit', 'print(0.1236)', ['0.1234'], false],
    ['a number that is printed as whole', 'print("tensor(5.9994)")', ['tensor(6.)'], false],
    ['another whole number', 'print("(3, 4)")', ['(3, 5)'], false],
    ['a NaN', 'print(float("nan"))', ['nan'], true],
    ['lines in another order', 'print("b"); print("a")', ['a', 'b'], false],
    ['nothing', 'pass', ['a'], false],
  ])('%s', async (_, code, reported, expected) => {
    expect(await shows(code, printed(reported))).toBe(expected)
  })

  it('a metric that is stuck in every row', async () => {
    const row = 'import random\nfor i in range(5): print("epoch", i, "loss %.3f" % random.random(), "acc", '
    expect(await shows(`${row}0.0)`, printed(['epoch * loss * acc 0.0'], true))).toBe(true)
    expect(await shows(`${row}i / 10)`, printed(['epoch * loss * acc 0.0'], true))).toBe(false)
  })
})

describe('the others', () => {
  const call = (oracle: string, values: OracleCall['values'] = {}): OracleCall => ({ oracle, values, reason: '' })
  const net =
    'import torch\nfrom torch import nn\ntorch.manual_seed(0)\nnet = nn.Linear(2, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\n'
  const module = (value: string) =>
    `import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.w = ${value}\nnet = Net()\n`

  it.each([
    [
      'finite: a NaN in a gradient',
      `import torch\nx = torch.zeros(1, requires_grad=True)\n(x.sqrt() * 0).sum().backward()\n`,
      call('finite', { NAMES: [] }),
      true,
    ],
    [
      'finite: none',
      `import torch\nx = torch.ones(1, requires_grad=True)\nx.sqrt().sum().backward()\n`,
      call('finite', { NAMES: [] }),
      false,
    ],
    [
      'registered: a parameter that became a copy',
      module('nn.Parameter(torch.ones(2)).double()'),
      call('registered'),
      true,
    ],
    ['registered: a parameter', module('nn.Parameter(torch.ones(2).double())'), call('registered'), false],
    [
      'unmoved: a graph that is cut',
      `${net}for _ in range(3):\n    opt.zero_grad()\n    x = torch.ones(1, 2, requires_grad=True)\n    (net(x).detach() * x).sum().backward()\n    opt.step()\n`,
      call('unmoved'),
      true,
    ],
    [
      'unmoved: training',
      `${net}for _ in range(3):\n    opt.zero_grad()\n    net(torch.ones(1, 2)).sum().backward()\n    opt.step()\n`,
      call('unmoved'),
      false,
    ],
    [
      'repeated: dropout that is on',
      'import torch\nx = torch.ones(99)\n',
      call('repeated', { EXPRESSION: { expression: 'torch.nn.functional.dropout(x, 0.5)' } }),
      true,
    ],
    [
      'repeated: dropout that is off',
      'import torch\nx = torch.ones(99)\n',
      call('repeated', { EXPRESSION: { expression: 'torch.nn.functional.dropout(x, 0.5, False)' } }),
      false,
    ],
    [
      'warned: the warning',
      'import warnings\nwarnings.warn("sizes (3, 1) and (3,) differ and are broadcast")\n',
      call('warned', { CATEGORY: 'UserWarning', MESSAGE: 'sizes (7, 1) and (7,) differ and are broadcast' }),
      true,
    ],
    [
      'warned: another',
      'import warnings\nwarnings.warn("something else")\n',
      call('warned', { CATEGORY: 'UserWarning', MESSAGE: 'sizes (7, 1) and (7,) differ and are broadcast' }),
      false,
    ],
    [
      'across_processes: order of a set',
      'print(list({"a", "b", "c", "d", "e", "f"}))\n',
      call('across_processes', { RUNS: 4 }),
      true,
    ],
    [
      'across_processes: order of a list',
      'print(sorted({"a", "b", "c"}))\n',
      call('across_processes', { RUNS: 3 }),
      false,
    ],
    ['ratio: as bad as reported', 'print("ratio", 250.0)\n', call('ratio', { LABEL: 'ratio', LIMIT: 38 }), true],
    ['ratio: small', 'print("ratio", 2.5)\n', call('ratio', { LABEL: 'ratio', LIMIT: 38 }), false],
    [
      'memory_growth: a list that grows',
      'import time\nkept = []\nfor _ in range(30):\n    kept.append(bytearray(4_000_000))\n    time.sleep(0.05)\n',
      call('memory_growth'),
      true,
    ],
    [
      'memory_growth: none',
      'import time\nfor _ in range(30):\n    kept = bytearray(4_000_000)\n    time.sleep(0.05)\n',
      call('memory_growth'),
      false,
    ],
    [
      'blocked: a queue that nobody fills',
      'import queue\nqueue.Queue().get()\n',
      call('blocked', { SECONDS: 2 }),
      true,
    ],
    [
      'blocked: work',
      'import time\nend = time.time() + 4\nwhile time.time() < end: sum(range(1000))\n',
      call('blocked', { SECONDS: 2 }),
      false,
    ],
  ] as const)('%s', async (_, code, oracle, expected) => {
    const hang: Symptom = { kind: 'hang', where: null, lines }
    expect(await shows(code, oracle, oracle.oracle === 'blocked' ? hang : wrong)).toBe(expected)
  })
})

describe('what only looks like the check', () => {
  it('an assertion of the script itself is not ours', async () => {
    const script = 'print("b")\nassert False, "observed the output that the report shows"\n'
    using source = await PythonSource.parse(script)
    const checked = addCheck(source, printed(['a']))
    const { limits } = defaultSettings()
    const run = await runBare(checked, {
      caseFolder,
      attemptId: 'f',
      interpreter: await torchInterpreter(),
      repository: null,
      data: [],
      weights: [],
      limits,
      gpu: false,
      unsandboxed: false,
    })
    expect(showing(wrong, run, checked)).toMatchObject({ shown: false })
  })
})
