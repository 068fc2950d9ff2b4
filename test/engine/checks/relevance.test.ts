import { describe, expect, it } from 'vitest'
import { relevance } from '../../../src/engine/checks/relevance.ts'
import type { RepositorySymbols } from '../../../src/engine/repository/python-packages.ts'
import type { Report } from '../../../src/shared/report.ts'
import { makeReport } from '../repository/make-report.ts'

const lines = { start: 1, end: 1 }

function reportOn(symbols: string[], files: string[] = []): Report {
  const report = makeReport()
  report.mentions.symbols = symbols.map((text) => ({ text, lines }))
  report.mentions.files = files.map((text) => ({ text, lines }))
  return report
}

const score = (script: string, report: Report, repository: RepositorySymbols | null = null) =>
  relevance(script, report, null, repository)

describe('relevance', () => {
  it("is 1 for the reporter's own code, white space, comments and added lines aside", () => {
    const report = makeReport()
    report.snippets = [{ code: 'x = f( 1 )\nprint(x)\n', cells: [], removed: [], partial: false, lines }]
    expect(score('import torch\n# more\nx = f(1)\nprint(x)\nassert x\n', report).relevance).toBe(1)
  })

  it('is the share of the named symbols and files that the script touches, and says which', () => {
    const found = score(
      'from torch import nn\nnn.Linear(1, 2)\nimport train\n',
      reportOn(['nn.Linear', 'nn.Conv2d'], ['scripts/train.py']),
    )
    expect(found.relevance).toBe(0.67)
    expect(found.reason).toBe(
      'the script touches 2 of the 3 names in the report; it has Linear, train; it lacks Conv2d',
    )
    expect(found.findings).toEqual([])
  })

  it('counts what the repository defines double', () => {
    const repository: RepositorySymbols = {
      roots: ['pkg'],
      paths: ['.'],
      files: ['pkg.py'],
      scripts: [],
      modules: [{ module: 'pkg', file: 'pkg.py', symbols: [{ name: 'Quantizer', kind: 'class', line: 1 }] }],
    }
    expect(score('Quantizer()', reportOn(['Quantizer', 'nn.Linear']), repository).relevance).toBe(0.67)
  })

  it('points out a script that touches little, and does not count names in comments', () => {
    const found = score('# nn.Linear\nprint(1)\n', reportOn(['nn.Linear', 'nn.ReLU']))
    expect(found.relevance).toBe(0)
    expect(found.findings[0]).toMatchObject({ check: 'relevance', severity: 'advice', code: 'low-relevance' })
  })

  it('stays in the middle where the report names nothing', () => {
    expect(score('print(1)', makeReport())).toEqual({
      relevance: 0.5,
      reason: 'the report names no API, file or symbol to compare with',
      findings: [],
    })
  })
})
