import { z } from 'zod'
import { lineSpanSchema } from './report.ts'
import { differenceSchema } from './run.ts'

export const outcomes = [
  'reproduced',
  'different-failure',
  'not-reproduced',
  'inconclusive',
  'blocked',
  'error',
] as const
export const outcomeSchema = z.enum(outcomes)
export type Outcome = z.infer<typeof outcomeSchema>

/** What is missing when a case is blocked, and how a person can supply it. */
export const missingSchema = z.object({
  kind: z.enum(['package', 'file', 'data', 'gpu', 'version', 'code', 'network', 'sandbox', 'interpreter']),
  name: z.string(),
  remedy: z.string(),
})
export type Missing = z.infer<typeof missingSchema>

/** One piece of evidence: what was seen, where in the run, and which lines of the report it matches. */
export const evidenceSchema = z.object({
  what: z.string(),
  reported: z.string().nullable(),
  reportLines: lineSpanSchema.nullable(),
  /** Where in the run: a line of an output file (1-based) or a frame. */
  at: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('output'), stream: z.enum(['stdout', 'stderr']), line: z.number().int() }),
    z.object({
      kind: z.literal('frame'),
      file: z.string(),
      line: z.number().int().nullable(),
      function: z.string().nullable(),
    }),
    z.object({ kind: z.literal('exit'), code: z.number().int().nullable(), signal: z.string().nullable() }),
  ]),
})
export type Evidence = z.infer<typeof evidenceSchema>

export const verdictSchema = z.object({
  outcome: outcomeSchema,
  /** One sentence for a person. */
  reason: z.string(),
  evidence: z.array(evidenceSchema),
  missing: z.array(missingSchema),
  /** Bare runs that showed the symptom, of those that were made. */
  runs: z.object({ shown: z.number().int(), of: z.number().int() }),
  control: z.enum(['none', 'symptom-gone', 'symptom-stays']),
  by: z.enum(['run', 'person']),
  sandboxed: z.boolean(),
  differences: z.array(differenceSchema),
  endedBy: z.string().nullable(),
  attemptId: z.string().nullable(),
})
export type Verdict = z.infer<typeof verdictSchema>
