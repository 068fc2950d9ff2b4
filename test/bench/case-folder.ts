import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const truthSchema = z.object({
  symptom: z.string(),
  silent: z.boolean(),
  expected_verdict: z.enum(['reproduced', 'not-reproduced', 'blocked']),
  twin: z.enum(['strict', 'loose']).optional(),
  interpreter: z.string().optional(),
})

/** One run of the product to measure: a case as reported, or its negative twin. */
export type Trial = {
  name: string
  kind: 'case' | 'strict-twin' | 'loose-twin'
  report: string
  repository: string | null
  /** Makes the repository faultless; null where the case has none. */
  fix: string | null
  /** `null` for a twin, where everything but `reproduced` is right. */
  expected: 'reproduced' | 'not-reproduced' | 'blocked' | null
  silent: boolean
  symptom: string
  /** The kind of interpreter it needs, `torch` unless the truth says another. */
  interpreter: string
}

/** Reads a folder of cases: `NAME/report.md` and `truth.json`, with `repo/`, `fix.patch` and `twin.md` where there are some. */
export function readCaseFolder(folder: string, twins: boolean): Trial[] {
  const names = readdirSync(folder).sort()
  return names
    .filter((name) => existsSync(join(folder, name, 'truth.json')))
    .flatMap((name) => trials(folder, name, twins))
}

function trials(folder: string, name: string, twins: boolean): Trial[] {
  const inside = (file: string) => (existsSync(join(folder, name, file)) ? join(folder, name, file) : null)
  const truth = truthSchema.parse(JSON.parse(readFileSync(join(folder, name, 'truth.json'), 'utf8')))
  const { silent, symptom } = truth
  const interpreter = truth.interpreter?.replace(/^torch.*/, 'torch') ?? 'torch'
  const report = join(folder, name, 'report.md')
  const [repository, fix, twin] = [inside('repo'), inside('fix.patch'), inside('twin.md')]
  const shared = { name, silent, symptom, interpreter }
  const itself: Trial = { ...shared, kind: 'case', report, repository, fix, expected: truth.expected_verdict }
  if (!twins || !truth.twin || (!fix && !twin)) return [itself]
  const kind = truth.twin === 'strict' ? 'strict-twin' : 'loose-twin'
  return [itself, { ...shared, kind, report: twin ?? report, repository, fix: twin ? null : fix, expected: null }]
}
