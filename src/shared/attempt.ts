import { z } from 'zod'
import { lineSpanSchema } from './report.ts'

/** What a step of the plan verifies; each is run and its outcome recorded. */
export const stepCheckSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('imports'), modules: z.array(z.string()) }),
  z.object({ kind: z.literal('files'), paths: z.array(z.string()) }),
  z.object({ kind: z.literal('reaches'), symbol: z.string() }),
  z.object({ kind: z.literal('symptom') }),
])
export const stepSchema = z.object({
  id: z.string(),
  stage: z.enum(['environment', 'data', 'model', 'training', 'inference', 'check']),
  text: z.string(),
  check: stepCheckSchema,
})
export const planSchema = z.object({ steps: z.array(stepSchema).min(1) })
export type StepCheck = z.infer<typeof stepCheckSchema>
export type Step = z.infer<typeof stepSchema>
export type Plan = z.infer<typeof planSchema>

/**
 * One applied rewrite: its name (a file of attempt/rewrites/), its parameters, why it was done and what it changed. Replaying
 * the list from the base gives the script again.
 */
export const rewriteSchema = z.object({
  name: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  reason: z.string(),
  /** What it brought in that is not the reporter's: it must never be itself the evidence (design, decision 5). */
  effect: z.enum(['none', 'limit', 'synthetic-data', 'stand-in', 'probe']),
  /** Names that it defines in the script, for `synthetic-data` and `stand-in`. */
  defines: z.array(z.string()),
})
export type Rewrite = z.infer<typeof rewriteSchema>

export const attemptSchema = z.object({
  id: z.string(),
  /** Where the base came from. */
  base: z.object({
    kind: z.enum(['snippet', 'command', 'repository', 'human', 'model']),
    code: z.string(),
    lines: z.array(lineSpanSchema),
    title: z.string(),
  }),
  rewrites: z.array(rewriteSchema),
  /** The script that runs: base with the rewrites applied. */
  script: z.string(),
  /** What of the failed run before it led to this one; null for the first of its base. */
  because: z.string().nullable(),
})
export type Attempt = z.infer<typeof attemptSchema>

export const findingSchema = z.object({
  check: z.enum(['syntax', 'names', 'lint', 'relevance']),
  severity: z.enum(['fatal', 'error', 'advice']),
  code: z.string(),
  message: z.string(),
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
})
export type Finding = z.infer<typeof findingSchema>

export const checksSchema = z.object({
  findings: z.array(findingSchema),
  /** Share of the report's APIs, files and symbols that the script touches, 0 to 1. */
  relevance: z.number().min(0).max(1),
  relevanceReason: z.string(),
  /** No fatal and no error: the attempt may run. */
  passed: z.boolean(),
})
export type Checks = z.infer<typeof checksSchema>
