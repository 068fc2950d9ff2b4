import { beforeAll, describe, expect, it } from 'vitest'
import { runBare } from '../../../src/engine/run/bare.ts'
import { observe } from '../../../src/engine/run/observe.ts'
import type { Observation, Run } from '../../../src/shared/run.ts'
import { makeSetup } from './make-setup.ts'

const training = `
import random, warnings
import numpy as np
import torch
from torch import nn

torch.manual_seed(3)
random.seed(1)
np.random.seed(2)

class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout())
        self.head = nn.Linear(8, 1)
        self.forgotten = nn.Linear(2, 2)

    def forward(self, x):
        return self.head(self.body(x))

class Doubled(torch.optim.SGD):
    def step(self, closure=None):
        return super().step(closure)

net = Net()
optimizer = Doubled(net.parameters(), lr=0.05)
other = torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=0.05)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 10)
data = torch.utils.data.TensorDataset(torch.randn(64, 4), torch.randn(64, 1))
loader = torch.utils.data.DataLoader(data, batch_size=8, shuffle=True, num_workers=2)
for epoch in range(2):
    for x, y in loader:
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        optimizer.step()
        print(repr(loss.item()))
    scheduler.step()
warnings.warn('half of the way')
with torch.no_grad():
    net.head.weight[0, 3] = float('inf')
for x, y in loader:
    loss = nn.functional.mse_loss(net(x), y)
    loss.backward()
    optimizer.step()
    print(repr(loss.item()))

def last(values):
    return values['never']

try:
    [][1]
except IndexError as error:
    last({})
`

const lineOf = (text: string) => training.split('\n').findIndex((line) => line.includes(text)) + 1

describe('a training, observed', () => {
  let bare: Run
  let observed: { run: Run; observation: Observation }
  beforeAll(async () => {
    const setup = makeSetup()
    bare = await runBare(training, setup)
    observed = await observe(training, setup)
  })

  it('computes and prints what it does alone', () => {
    expect(observed.run.stdout.text).toBe(bare.stdout.text)
    expect(observed.run.stderr.text).toBe(bare.stderr.text)
    expect(observed.run.exit).toEqual(bare.exit)
    expect(bare.stdout.text.split('\n')).toHaveLength(25)
  })

  it('keeps its output in files of the case, one folder a run', () => {
    expect(bare.stdout.file).toBe('runs/a1-bare-1/stdout.txt')
    expect(observed.run.stderr.file).toBe('runs/a1-observed-1/stderr.txt')
  })

  it('shows each loss, and where the first infinity was', () => {
    const printed = bare.stdout.text.trim().split('\n').map(Number)
    const { losses, nonFinite } = observed.observation
    expect(losses.slice(0, 16)).toEqual(printed.slice(0, 16))
    expect(losses).toHaveLength(24)
    expect(losses[16]).toBeNull()
    expect(nonFinite).toEqual({ where: 'parameter', name: 'head.weight', step: 16 })
  })

  it('counts a step once, and names the parameters that never change', () => {
    const { optimizerSteps, stepSeconds, parameters, unchangedParameters } = observed.observation
    expect(optimizerSteps).toBe(24)
    expect(stepSeconds).toHaveLength(23)
    expect(parameters).toBe(6)
    expect(unchangedParameters).toEqual(['forgotten.weight', 'forgotten.bias'])
  })

  it('tells seeds, versions, warnings and memory', () => {
    const { seeds, versions, warnings, memory } = observed.observation
    expect(seeds).toMatchObject({ torch: '3', random: '1', numpy: '2' })
    expect(Object.keys(versions)).toEqual(expect.arrayContaining(['torch', 'numpy', 'python']))
    expect(warnings).toContainEqual({
      category: 'UserWarning',
      message: 'half of the way',
      file: '/case/repro.py',
      line: lineOf('half of the way'),
    })
    expect(memory.length).toBeGreaterThan(1)
  })

  it('tells the exception with the one before it, and the line of the script', () => {
    const { exception, scriptLine, childExceptions } = observed.observation
    expect(exception?.chain.map((e) => [e.type, e.message, e.link])).toEqual([
      ['IndexError', 'list index out of range', null],
      ['KeyError', "'never'", 'context'],
    ])
    expect(exception?.chain[1]?.frames.map((f) => [f.function, f.code])).toEqual([
      ['<module>', 'last({})'],
      ['last', "return values['never']"],
    ])
    expect(scriptLine).toBe(lineOf("return values['never']"))
    expect(childExceptions).toEqual([])
  })
})
