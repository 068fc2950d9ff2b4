import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBare } from '../../src/engine/run/bare.ts'
import { observe } from '../../src/engine/run/observe.ts'
import type { RunSetup } from '../../src/engine/run/setup.ts'
import { defaultSettings } from '../../src/engine/settings.ts'

// What the harness adds to a training step. Wanted: at most 5 %. Processor time, and of each way the best of runs that alternate, as other work on the machine only adds.
const rounds = 5
const sizes = [
  { name: 'tiny (two layers of 16)', width: 16, batch: 32, steps: 3000 },
  { name: 'small (two layers of 256)', width: 256, batch: 64, steps: 1000 },
  { name: 'larger (two layers of 1,024)', width: 1024, batch: 64, steps: 60 },
]

const training = ({ width, batch, steps }: { width: number; batch: number; steps: number }) => `
import statistics, time, torch
torch.manual_seed(0)
torch.set_num_threads(1)
net = torch.nn.Sequential(torch.nn.Linear(${width}, ${width}), torch.nn.ReLU(), torch.nn.Linear(${width}, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=1e-3)
x = torch.randn(${batch}, ${width})
times = []
for _ in range(${steps}):
    start = time.thread_time()
    optimizer.zero_grad()
    net(x).pow(2).mean().backward()
    optimizer.step()
    times.append(time.thread_time() - start)
print(statistics.median(times) * 1e6)

`

const caseFolder = mkdtempSync(join(tmpdir(), 'repgen-bench-'))
const setup: RunSetup = {
  caseFolder,
  attemptId: 'bench',
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
  limits: defaultSettings().limits,
  gpu: false,
  unsandboxed: false,
}
for (const size of sizes) {
  const bare: number[] = []
  const observed: number[] = []
  for (let i = 0; i < rounds; i += 1) {
    bare.push(Number((await runBare(training(size), setup)).stdout.text))
    observed.push(Number((await observe(training(size), setup)).run.stdout.text))
  }
  const [without, within] = [Math.min(...bare), Math.min(...observed)]
  const more = `${((within / without - 1) * 100).toFixed(1)} %`
  console.log(
    `hooks, ${size.name}: ${without.toFixed(0)} µs a step alone, ${within.toFixed(0)} µs observed: ${more} more (wanted: at most 5 %)`,
  )
}
rmSync(caseFolder, { recursive: true, force: true })
