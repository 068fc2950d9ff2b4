import { describe, expect, it } from 'vitest'
import { splitReport } from '../../../src/engine/report/split-report.ts'

/** Far above what any of these takes when time grows with the length; far below what it takes when it grows with its square. */
const patience = 10_000

const repeated: [string, string][] = [
  ['digits in an open bracket', `(${'1'.repeat(50_000)}x`],
  ['many open brackets', '['.repeat(50_000)],
  ['many stars', '*a'.repeat(50_000)],
  ['nested quotes', `${'>'.repeat(20_000)} x`],
  ['nested lists on a line', `${'- '.repeat(20_000)} x`],
  ['nested lists on lines', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i * 2)}- x`).join('\n')],
  ['many nested quotes', Array.from({ length: 3000 }, () => '> > > > > x').join('\n')],
  ['comments never closed', '<!--'.repeat(30_000)],
  ['comments on lines', '<!-- x\n'.repeat(20_000)],
  ['tags never closed', '<pre '.repeat(30_000)],
  ['pre blocks', '<pre>\n'.repeat(5000)],
  ['fences never closed', '```\nimport x\n\n```py\n'.repeat(5000)],
  ['frames without an error', '  File "x.py", line 1, in f\n    g()\n'.repeat(10_000)],
  ['headers without frames', 'Traceback (most recent call last):\n'.repeat(20_000)],
  ['chains without an end', 'During handling of the above exception, another exception occurred:\n\n'.repeat(10_000)],
  ['prompts', '>>> x\n'.repeat(20_000)],
  ['prompts with open brackets', '>>> (\n'.repeat(20_000)],
  ['open brackets in code', `import torch\n${'x = foo(\n'.repeat(20_000)}`],
  ['triple quotes', `import torch\n${'x = """\n'.repeat(20_001)}`],
  ['imports between sentences', 'import torch\nx = torch.ones(2)\nThis is a sentence about it.\n\n'.repeat(5000)],
  ['for … in in in', `for ${'in '.repeat(20_000)}`],
  ['spaces', `x${' '.repeat(100_000)}y`],
  ['spaces on lines', `${`x${' '.repeat(900)}y\n`.repeat(300)}`],
  ['words', `epoch ${'acc 1 '.repeat(20_000)}!`],
  ['words and digits', `a ${'a111 1 '.repeat(100)}!`],
  ['errors', 'RuntimeError: x\n'.repeat(20_000)],
  ['errors of pytest', 'E   RuntimeError: x\n\n'.repeat(10_000)],
  ['quoted errors', '`RuntimeError: '.repeat(20_000)],
  ['versions', 'torch torch torch '.repeat(20_000)],
  ['environment lines', 'torch 1.13 (e.g. (((( '.repeat(200)],
  ['backticks', '`a'.repeat(50_000)],
  ['tables', '| a | b |\n|---|---|\n'.repeat(10_000)],
  ['ANSI', '\u001b['.repeat(50_000)],
  ['yaml', `\`\`\`\n${'key: value\n'.repeat(30_000)}\`\`\``],
  ['long code', `\`\`\`python\n${'x = f(x)\n'.repeat(30_000)}\`\`\``],
  ['deep code', `\`\`\`python\nx = ${'('.repeat(20_000)}1${')'.repeat(20_000)}\n\`\`\``],
  ['setext', 'a\n===\n'.repeat(10_000)],
]

describe('a report made to hang the reader', () => {
  it.each(repeated)('is read in time: %s', async (_, text) => {
    const started = performance.now()
    await splitReport({ name: 'report.md', title: null, text, origin: 'markdown', notes: [] })
    expect(performance.now() - started).toBeLessThan(patience)
  })
})
