import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseReport } from '../../../src/engine/report/parse-report.ts'
import { readReport } from '../../../src/engine/report/read-report.ts'
import type { Report } from '../../../src/shared/report.ts'
import type { Symptom } from '../../../src/shared/symptom.ts'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../reports')
const names = readdirSync(folder).filter((name) => /^(?:0[5-9]|1[0-2])\d-/.test(name))

const texts = z.array(z.string())
/** What a report must be read as; what is not said is not asked. A text is equal or, as `{contains}`, a part. */
const expectation = z.strictObject({
  symptom: z.record(z.string(), z.unknown()).nullable(),
  /** Kinds that it must not be taken for, not even as another symptom. */
  not: texts.default([]),
  mentions: z.partialRecord(z.enum(['symbols', 'files', 'flags', 'commands', 'revisions', 'data']), texts).default({}),
  statements: z.partialRecord(z.enum(['problem', 'observed', 'expected', 'steps', 'data']), texts).default({}),
})

describe('what a report claims', () => {
  it.each(names)('%s', async (name) => {
    const expected = expectation.parse(JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')))
    const report = await parseReport(await readReport(join(folder, name)))
    if (expected.symptom === null) expect(report.symptom).toBeNull()
    else expect(report.symptom).toMatchObject(matcherOf(expected.symptom))
    const kinds = [report.symptom, ...report.otherSymptoms].map((s) => s?.kind)
    for (const kind of expected.not) expect(kinds).not.toContain(kind)
    for (const [field, wanted] of Object.entries(expected.mentions)) {
      const found = report.mentions[field as keyof Report['mentions']].map((m) => ('value' in m ? m.value : m.text))
      if (wanted.length === 0) expect(found).toEqual([])
      else expect(found).toEqual(expect.arrayContaining(wanted))
    }
    for (const [field, wanted] of Object.entries(expected.statements)) {
      const found = report[field as 'problem'].map((s) => s.text)
      for (const text of wanted) expect(found).toEqual(expect.arrayContaining([expect.stringContaining(text)]))
    }
    checkLines(report)
  })
})

function matcherOf(value: unknown): never {
  const match = (of: unknown): unknown => {
    if (typeof of !== 'object' || of === null || Array.isArray(of)) return of
    if ('contains' in of) return expect.stringContaining(String(of.contains))
    return Object.fromEntries(Object.entries(of).map(([key, inner]) => [key, match(inner)]))
  }
  return match(value) as never
}

/** Each symptom says which lines it came from, and they exist. */
function checkLines(report: Report): void {
  const last = report.text.split('\n').length
  const symptoms = [report.symptom, ...report.otherSymptoms].filter((s): s is Symptom => s !== null)
  for (const symptom of symptoms) {
    expect(symptom.lines.length).toBeGreaterThan(0)
    const quoted = 'quoted' in symptom && symptom.quoted !== null ? [symptom.quoted.lines] : []
    for (const { start, end } of [...symptom.lines, ...quoted]) {
      expect(start).toBeGreaterThan(0)
      expect(end).toBeGreaterThanOrEqual(start)
      expect(end).toBeLessThanOrEqual(last)
    }
  }
}
