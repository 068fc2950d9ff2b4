import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { normaliseText } from '../../../src/engine/report/normalise.ts'
import { parseReport } from '../../../src/engine/report/parse-report.ts'
import { readReport } from '../../../src/engine/report/read-report.ts'
import { reportSchema } from '../../../src/shared/report.ts'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../reports')
/** The bound of the issue, in milliseconds, and room for a machine that does other things at the same time. */
const patience = 2000 * 2

const pieces = [
  '```',
  '````python',
  '~~~',
  '>>> ',
  '... ',
  'In [3]: ',
  'Out[3]: ',
  '> ',
  '- ',
  '1. ',
  '    ',
  '\t',
  '<details>',
  '</details>',
  '<!--',
  '-->',
  '<pre>',
  'Traceback (most recent call last):',
  '  File "a.py", line 1, in f',
  'ValueError: x',
  '---',
  '===',
  '|---|',
  '`',
  '*',
  '**Bug**',
  '# ',
  '"""',
  '(',
  ')',
  '[',
  '{',
  '\\',
  '!pip install x',
  '%%time',
  '$ python a.py',
  'tensor([1., 2.])',
  'import torch',
  'def f(self):',
  'torch 1.13',
  '\u001b[31m',
  '[rank0]:',
  '\r',
  '“',
  '中文',
  '\u0000',
  '😀',
  '\ud800',
]

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function mutate(text: string, other: string, random: () => number): string {
  const lines = text.split('\n')
  const any = (length: number) => Math.floor(random() * length)
  const piece = () => pieces[any(pieces.length)] ?? ''
  const changes = 1 + any(8)
  for (let i = 0; i < changes; i += 1) {
    const at = any(lines.length)
    const line = lines[at] ?? ''
    switch (any(10)) {
      case 0:
        lines.splice(at, 1 + any(5))
        break
      case 1:
        lines.splice(at, 0, piece())
        break
      case 2:
        lines[at] = piece() + line
        break
      case 3:
        lines[at] = line + piece()
        break
      case 4:
        lines[at] = line.slice(0, any(line.length + 1)) + piece() + line.slice(any(line.length + 1))
        break
      case 5:
        lines.splice(at, 0, ...lines.slice(any(lines.length), any(lines.length)))
        break
      case 6:
        lines.splice(at, 0, ...other.split('\n').slice(0, any(40)))
        break
      case 7:
        lines.splice(at, 0, ...Array.from({ length: any(60) }, () => line))
        break
      case 8:
        lines[at] = line.repeat(any(30))
        break
      default:
        for (let j = at; j < Math.min(at + 10, lines.length); j += 1) lines[j] = piece() + (lines[j] ?? '')
    }
  }
  return random() < 0.1 ? lines.join('\n').slice(0, any(text.length)) : lines.join('\n')
}

it('reads 1,000 mutated reports with no crash, each in time, to what the schema allows', async () => {
  const names = readdirSync(folder).filter((name) => /^\d{3}-/.test(name))
  const texts = await Promise.all(names.map(async (name) => (await readReport(join(folder, name))).text))
  const random = randomFrom(20240501)
  let slowest = 0
  for (let i = 0; i < 1000; i += 1) {
    const mutated = mutate(texts[i % texts.length] ?? '', texts[Math.floor(random() * texts.length)] ?? '', random)
    // Whatever reads a report normalises it; lines are counted in what comes out.
    const text = normaliseText(mutated)
    const started = performance.now()
    const report = await parseReport({ name: 'report.md', title: null, text, origin: 'markdown', notes: [] })
    slowest = Math.max(slowest, performance.now() - started)
    reportSchema.parse(report)
    const height = text.split('\n').length
    for (const { lines } of [...report.blocks, ...report.snippets, ...report.tracebacks]) {
      expect(lines.start).toBeLessThanOrEqual(lines.end)
      expect(lines.end).toBeLessThanOrEqual(height)
    }
  }
  expect(slowest).toBeLessThan(patience)
}, 120_000)
