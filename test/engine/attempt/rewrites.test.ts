import { describe, expect, it } from 'vitest'
import { nextAttempt, replay, type Tried } from '../../../src/engine/attempt/next-attempt.ts'
import { PythonSource } from '../../../src/engine/python/source.ts'
import type { Attempt } from '../../../src/shared/attempt.ts'
import type { ChainedException } from '../../../src/shared/report.ts'
import { crashReport, situationOf } from './situation.ts'

const raised = (type: string, message: string): ChainedException => ({ type, message, frames: [], link: null })
const failed = (attempt: Attempt, failure: Partial<Tried['failure']>): Tried => ({
  attempt,
  failure: { exception: null, scriptLine: null, endedBy: 'itself', unlike: null, ...failure },
})

async function first(
  markdown: string,
  ...rest: Parameters<typeof situationOf> extends [string, ...infer R] ? R : never
): Promise<Attempt> {
  const attempt = await nextAttempt(await situationOf(markdown, ...rest), [])
  if (attempt === null) throw new Error('no attempt was made')
  return attempt
}

/** Code of a report, the rewrite that it needs, and what the script then holds. */
const rows: [string, string, string, string[]][] = [
  [
    'imports that the community calls so',
    'x = np.zeros(3)\nlayer = nn.Linear(3, 1)\nF.relu(torch.ones(2))',
    'add-imports',
    ['import numpy as np', 'from torch import nn', 'import torch.nn.functional as F', 'import torch'],
  ],
  [
    'classes of torch that are used by name',
    'net = Sequential(Linear(2, 3), ReLU())\nAdam(net.parameters())',
    'add-imports',
    ['from torch.nn import Linear', 'from torch.optim import Adam', 'from torch.nn import Sequential'],
  ],
  [
    'tensors that go to a GPU',
    'import torch\nx = torch.ones(2).cuda()\ny = torch.ones(2, device="cuda:0")',
    'use-cpu',
    ['.to_cpu()', 'device="cpu"', 'torch.Tensor.to_cpu'],
  ],
  [
    'Python 2',
    'import torch\nfor i in xrange(3):\n    print i, torch.ones(i)',
    'modern-syntax',
    ['in range(3)', 'print(i, torch.ones(i))'],
  ],
  [
    'loops without an end',
    'import torch\nwhile True:\n    x = torch.ones(2)',
    'bound-endless-loops',
    ['for _ in range(30000):'],
  ],
  [
    'plots where nothing can plot',
    'import torch\nimport matplotlib.pyplot as plt\nplt.plot(torch.ones(2))',
    'drop-peripheral',
    ['plt = Unshown()', 'class Unshown'],
  ],
  [
    'progress bars that are not installed',
    'import torch\nfrom tqdm import tqdm\nfor i in tqdm(range(3)):\n    torch.ones(i)',
    'drop-peripheral',
    ['tqdm = lambda it=None'],
  ],
  [
    'data sets that would be downloaded',
    'import torch\nfrom torchvision import datasets\ndata = datasets.MNIST(".", download=True)\nx, y = data[0]',
    'synthetic-data',
    ['Noise(1, 28, 28, 10)', 'class Noise'],
  ],
  [
    'a device that is not defined',
    'import torch\nx = torch.ones(2).to(device)',
    'stand-ins',
    ['device = torch.device("cpu")'],
  ],
  [
    'a batch whose shape the first layer tells',
    'import torch\nnet = torch.nn.Linear(7, 3)\nout = net(inputs)',
    'stand-ins',
    ['inputs = torch.randn(4, 7)'],
  ],
  [
    'a layer that the report leaves out',
    'import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = GrowBlock(3)\nnet = Net()',
    'stand-ins',
    ['class GrowBlock(torch.nn.Module)'],
  ],
]

describe('a snippet is made to run by the least change', () => {
  it.each(rows)('%s', async (_, code, rewrite, held) => {
    const attempt = await first(crashReport(code), { packages: { torch: '1.13.0', numpy: '1.24' } })
    expect(attempt.rewrites.map((r) => r.name)).toContain(rewrite)
    for (const text of held) expect(attempt.script).toContain(text)
    for (const { reason } of attempt.rewrites) expect(reason).not.toBe('')
    using source = await PythonSource.parse(attempt.script)
    expect(source.root.hasError).toBe(false)
  })

  it('and what runs as it stands is left as it is', async () => {
    const code = 'import torch\nx = torch.ones(2)\ntorch.dot(x, x.T)'
    expect(await first(crashReport(code))).toMatchObject({ rewrites: [], script: `${code}\n` })
  })

  it('the rewrites give the same script again, and one can be undone', async () => {
    const attempt = await first(crashReport('x = torch.ones(2).cuda()'))
    expect((await replay(attempt.base, attempt.rewrites)).script).toBe(attempt.script)
    const undone = await replay(
      attempt.base,
      attempt.rewrites.filter((r) => !/cpu/.test(r.name)),
    )
    expect(undone.script).toContain('.cuda()')
    expect(undone.script).toContain('import torch')
  })
})

describe('what the report is about is not repaired', () => {
  it('an undefined name', async () => {
    const attempt = await first(
      crashReport('import torch\nadam = torch.optim.Adam(np.ones(3))', "NameError: name 'np' is not defined"),
    )
    expect(attempt.script).not.toContain('import numpy')
  })

  it('a missing module', async () => {
    const attempt = await first(
      crashReport('import torch\nimport tqdm', "ModuleNotFoundError: No module named 'tqdm'"),
      { packages: { torch: '1.13.0' } },
    )
    expect(attempt.script).toContain('import tqdm')
  })
})

describe('a failed run chooses the next rewrite', () => {
  it('a run that took too long is tried with few epochs', async () => {
    const situation = await situationOf(crashReport('import torch\nfor epoch in range(500):\n    torch.ones(epoch)'))
    const attempt = (await nextAttempt(situation, [])) as Attempt
    const next = await nextAttempt(situation, [failed(attempt, { endedBy: 'wall' })])
    expect(next?.script).toContain('range(3)')
    expect(next?.rewrites.at(-1)).toMatchObject({ name: 'shorten-loops', effect: 'limit' })
  })

  it('a run that took too much memory is tried with smaller sizes', async () => {
    const situation = await situationOf(crashReport('import torch\nx = torch.ones(100000, 4096)'))
    const attempt = (await nextAttempt(situation, [])) as Attempt
    const next = await nextAttempt(situation, [failed(attempt, { endedBy: 'memory' })])
    expect(next?.script).toContain('torch.ones(6250, 256)')
  })

  it('another error before the reported one is stepped over, where nothing needs its result', async () => {
    const situation = await situationOf(
      crashReport('import torch\ntorch.show_me()\ntorch.dot(torch.ones(2), torch.ones(3))'),
    )
    const attempt = (await nextAttempt(situation, [])) as Attempt
    const next = await nextAttempt(situation, [
      failed(attempt, { exception: raised('AttributeError', 'no show_me'), scriptLine: 2 }),
    ])
    expect(next?.script).toContain('# torch.show_me()')
  })

  it('a module that is only defined is built and called', async () => {
    const code =
      'import torch\nfrom torch import nn\nclass Net(nn.Module):\n    def __init__(self, width: int):\n        super().__init__()\n        self.a = nn.Linear(width, 3)\n    def forward(self, x):\n        return self.a(x)'
    const situation = await situationOf(crashReport(code))
    const attempt = (await nextAttempt(situation, [])) as Attempt
    const next = await nextAttempt(situation, [failed(attempt, {})])
    expect(next?.script).toContain('exercised = Net(8)\nexercised(torch.rand(2, 8))')
  })

  it('and in the end there is nothing left to try', async () => {
    const situation = await situationOf(crashReport('import torch\ntorch.ones(2)'))
    const attempt = (await nextAttempt(situation, [])) as Attempt
    expect(await nextAttempt(situation, [failed(attempt, {})])).toBeNull()
  })
})

describe('commands of the report are run in the repository', () => {
  const repository = {
    roots: ['tools'],
    paths: ['.'],
    modules: [{ module: 'tools.train', file: 'tools/train.py', symbols: [] }],
    files: ['tools/train.py'],
    scripts: ['tools/train.py'],
  }
  const report = (command: string) =>
    `# It crashes\n\n\`\`\`sh\n${command}\n\`\`\`\n\n\`\`\`\nTraceback (most recent call last):\n  File "tools/train.py", line 3, in <module>\nKeyError: 'weights of the model'\n\`\`\`\n`

  it.each([
    ['$ python tools/train.py --data "my data" -v', 'sys.argv = [SCRIPT, "--data", "my data", "-v"]'],
    ['CUDA_VISIBLE_DEVICES=0 python3 -m tools.train --fp16', 'runpy.run_module("tools.train"'],
    ['torchrun --nproc_per_node=4 tools/train.py', 'runpy.run_path(SCRIPT'],
  ])('%s', async (command, held) => {
    expect((await first(report(command), {}, repository)).script).toContain(held)
  })

  it('but only those of files that it holds', async () => {
    expect(await nextAttempt(await situationOf(report('python /etc/passwd.py'), {}, repository), [])).toBeNull()
  })
})
