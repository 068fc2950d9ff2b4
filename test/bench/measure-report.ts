import { parseReport } from '../../src/engine/report/parse-report.ts'
import { median, milliseconds } from './median.ts'

// How long a report with a log of 5,000 lines takes to parse. Wanted: under 100 ms.
const steps = Array.from({ length: 4950 }, (_, i) =>
  i % 9 === 0
    ? `[rank${i % 4}]: 2024-05-01 10:${String(i % 60).padStart(2, '0')}:07 WARNING loader: worker ${i % 8} waited ${i % 13} s for a batch`
    : `epoch ${Math.floor(i / 500)} step ${i} loss ${(2.3 / (1 + i / 400)).toFixed(4)} lr ${(0.001 * 0.9 ** (i / 500)).toExponential(2)} 512 samples/s`,
)
const traceback = [
  'Traceback (most recent call last):',
  '  File "/home/user/project/train.py", line 88, in <module>',
  '    main()',
  '  File "/home/user/project/train.py", line 61, in main',
  '    loss = criterion(model(batch), target)',
  '  File "/opt/conda/lib/python3.10/site-packages/torch/nn/modules/module.py", line 1501, in _call_impl',
  '    return forward_call(*args, **kwargs)',
  'RuntimeError: mat1 and mat2 shapes cannot be multiplied (32x100 and 128x10)',
]
const body = [
  'It stops after some epochs. The whole log:',
  '',
  '```',
  ...steps,
  ...traceback,
  '```',
  '',
  'torch 2.0.1, Python 3.10',
]
const source = {
  name: 'report.md',
  title: 'Training stops',
  text: body.join('\n'),
  origin: 'markdown',
  notes: [],
} as const

const times: number[] = []
for (let i = 0; i < 11; i += 1) times.push(await milliseconds(() => parseReport({ ...source, notes: [] })))
console.log(
  `a report of ${body.length} lines: first ${(times[0] ?? 0).toFixed(0)} ms, median of ${times.length} ${median(times).toFixed(0)} ms (wanted: under 100)`,
)
