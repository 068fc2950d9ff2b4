import { z } from 'zod'
import { attemptSchema, checksSchema, planSchema, stepCheckSchema } from './attempt.ts'
import { reportSchema } from './report.ts'
import { differenceSchema, interpreterSchema, limitsSchema, observationSchema, runSchema } from './run.ts'
import { verdictSchema } from './verdict.ts'

/** The version that events are written in; older ones are brought up when they are read (store/modernise.ts). */
export const eventVersion = 1

/** The repository of a case: where it was read from and which revision was written into the case's folder. */
export const revisionSchema = z.object({
  repository: z.string(),
  /** Full commit hash; null for a plain folder that is not a git repository. */
  commit: z.string().nullable(),
  reason: z.string(),
  /** Revisions that the report names and the clone lacks. */
  missing: z.array(z.string()),
  /** The folder of the case that holds the files, relative to the case's folder. */
  folder: z.string(),
  files: z.number().int(),
})
export type Revision = z.infer<typeof revisionSchema>

export const settingsSchema = z.object({
  repository: z.string().nullable(),
  revision: z.string().nullable(),
  python: z.string().nullable(),
  data: z.array(z.string()),
  weights: z.array(z.string()),
  limits: limitsSchema,
  maxAttempts: z.number().int().positive(),
  maxSeconds: z.number().positive(),
  gpu: z.boolean(),
  /** The person allowed runs without a sandbox for this case. */
  unsandboxed: z.boolean(),
})
export type Settings = z.infer<typeof settingsSchema>

const by = z.enum(['rules', 'model', 'person'])

/** What can happen in a case. `inputs` are SHA-256 hashes of what a stage was made from, so that stale ones are known. */
export const caseEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('case-opened'), source: z.string(), settings: settingsSchema }),
  z.object({ type: z.literal('report-restructured'), report: reportSchema, by, inputs: z.array(z.string()) }),
  z.object({ type: z.literal('revision-chosen'), revision: revisionSchema }),
  z.object({
    type: z.literal('interpreter-chosen'),
    interpreter: interpreterSchema,
    reason: z.string(),
    differences: z.array(differenceSchema),
  }),
  z.object({ type: z.literal('plan-made'), plan: planSchema, by, inputs: z.array(z.string()) }),
  z.object({ type: z.literal('attempt-written'), attempt: attemptSchema, by, inputs: z.array(z.string()) }),
  z.object({ type: z.literal('attempt-checked'), attemptId: z.string(), checks: checksSchema }),
  z.object({
    type: z.literal('run-ended'),
    attemptId: z.string(),
    run: runSchema,
    observation: observationSchema.nullable(),
  }),
  z.object({
    type: z.literal('step-checked'),
    attemptId: z.string(),
    step: z.string(),
    check: stepCheckSchema,
    passed: z.boolean().nullable(),
    detail: z.string(),
  }),
  /** What one attempt's runs amount to; the case's verdict comes once all attempts are done. */
  z.object({ type: z.literal('attempt-judged'), attemptId: z.string(), verdict: verdictSchema }),
  z.object({ type: z.literal('verdict-reached'), verdict: verdictSchema, seconds: z.number() }),
  z.object({ type: z.literal('note'), text: z.string() }),
  z.object({ type: z.literal('interrupted'), reason: z.string() }),
])
export type CaseEvent = z.infer<typeof caseEventSchema>
export type CaseEventType = CaseEvent['type']
export type CaseEventOf<T extends CaseEventType> = Extract<CaseEvent, { type: T }>

/** An event as stored: `sequence` counts from 1 within its case without gaps. `at` is ISO 8601, UTC. */
export const storedEventSchema = z.object({
  caseId: z.string(),
  sequence: z.number().int().min(1),
  version: z.number().int().min(1),
  at: z.string(),
  event: caseEventSchema,
})
export type StoredEvent = z.infer<typeof storedEventSchema>
