import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { repositoryBases } from '../../../src/engine/context/repository-bases.ts'
import { parseReport } from '../../../src/engine/report/parse-report.ts'
import { decode } from '../../../src/engine/report/read-report.ts'
import { repositorySymbols } from '../../../src/engine/repository/python-packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'repgen-context-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
mkdirSync(join(folder, 'mixers'))
writeFileSync(
  join(folder, 'mixers', '__init__.py'),
  `import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.layer = nn.Linear(width, width)

    def forward(self, x):
        return self.layer(x)


class GatedMixer(Backbone):
    """Mixes."""

    def __init__(self, width, heads, gate_weight=0.0, normalise=False):
        super().__init__(width)
        self.left = self.right = None

    def blend(self, x, mask=None):
        return self.layer(x)


def restore(path=None):
    return Backbone()


def answer(net, tokens):
    return net(tokens)
`,
)

async function scripts(report: string): Promise<string[]> {
  const parsed = await parseReport(decode('report.md', Buffer.from(report)))
  return (await repositoryBases(parsed, folder, await repositorySymbols(folder))).map((base) => base.code)
}

describe('what the report names in the repository is built and used', () => {
  it('a class, by its own method, with sizes by their names', async () => {
    const [first] = await scripts('# GatedMixer.blend fails\n\n`GatedMixer` cannot `blend`.\n')
    expect(first).toContain('from mixers import GatedMixer')
    expect(first).toContain('target = GatedMixer(8, 2)')
    expect(first).toContain('result = target.blend(x)')
  })

  it('with the values that the report gives', async () => {
    const [first] = await scripts(
      '# GatedMixer is off\n\nWith `gate_weight=0.5` and `normalise` on, `GatedMixer` is off.\n',
    )
    expect(first).toContain('GatedMixer(8, 2, 0.5, True)')
  })

  it('a function that takes a network gets one from the factory of the repository', async () => {
    const [first] = await scripts('# `answer` differs each time\n\nIs dropout on when `answer` is called?\n')
    expect(first).toContain('model = restore()')
    expect(first).toContain('result = answer(model, tokens)')
  })

  it('a class by two attributes of it that the report names', async () => {
    expect((await scripts('# One object\n\n`left` and `right` are one object.\n'))[0]).toContain(
      'target = GatedMixer(8, 2)',
    )
  })

  it('and nothing where the report names nothing of it', async () => {
    expect(await scripts('# It crashes\n\nSomething is wrong with my training.\n')).toEqual([])
  })
})
