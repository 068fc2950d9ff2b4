import { z } from 'zod'

const lines = z.object({ start: z.number().int().min(1), end: z.number().int().min(1) })
const evidence = z.array(lines)

/** Output that the report quotes as what its code printed, to compare a run with. */
const quoted = z.object({ text: z.string(), lines })

/**
 * What the reporter saw, typed by how it can be checked. `lines` are the report's lines that say so.
 * `exception` covers everything that ends in a Python exception, raised by the framework or by an assertion.
 */
export const symptomSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('exception'),
    type: z.string(),
    /** As the report prints it, newlines kept; empty where only the type is known. */
    message: z.string(),
    /** Function names of the frames, outermost first, as far as the report shows them. */
    frames: z.array(z.object({ file: z.string(), function: z.string().nullable(), code: z.string().nullable() })),
    lines: evidence,
  }),
  z.object({
    kind: z.literal('nan'),
    /** Where the report says it appears. */
    where: z.enum(['loss', 'output', 'gradient', 'parameter', 'unknown']),
    value: z.enum(['nan', 'inf', 'either']),
    /** The expression or name that the report shows as NaN, if it names one. */
    name: z.string().nullable(),
    quoted: quoted.nullable(),
    lines: evidence,
  }),
  z.object({
    kind: z.literal('no-learning'),
    /** What stays flat. */
    what: z.enum(['loss', 'accuracy', 'parameters', 'gradient']),
    /** Names of parameters or variables that stay put. */
    names: z.array(z.string()),
    quoted: quoted.nullable(),
    lines: evidence,
  }),
  z.object({
    kind: z.literal('wrong-value'),
    got: z.string().nullable(),
    wanted: z.string().nullable(),
    /** What the report's own code printed, where that shows the wrong value. */
    quoted: quoted.nullable(),
    lines: evidence,
  }),
  z.object({
    kind: z.literal('degraded-metric'),
    metric: z.string().nullable(),
    got: z.string().nullable(),
    wanted: z.string().nullable(),
    /** The version that was better, as the report names it. */
    betterIn: z.string().nullable(),
    quoted: quoted.nullable(),
    lines: evidence,
  }),
  z.object({
    kind: z.literal('memory-growth'),
    device: z.enum(['host', 'gpu']),
    quoted: quoted.nullable(),
    lines: evidence,
  }),
  z.object({
    kind: z.literal('hang'),
    /** The call that does not come back, if named: `answers.get()`. */
    where: z.string().nullable(),
    lines: evidence,
  }),
  z.object({
    kind: z.literal('slow'),
    what: z.string().nullable(),
    /** How many times slower, where the report says; dimensionless. */
    factor: z.number().positive().nullable(),
    quoted: quoted.nullable(),
    lines: evidence,
  }),
  z.object({ kind: z.literal('nondeterminism'), quoted: quoted.nullable(), lines: evidence }),
  z.object({ kind: z.literal('warning'), category: z.string(), message: z.string(), lines: evidence }),
  z.object({
    kind: z.literal('process-death'),
    /** `SIGSEGV`, `SIGABRT`, `SIGKILL`, `SIGFPE`, `SIGBUS`, `SIGILL`; null where the report only says it died. */
    signal: z.string().nullable(),
    lines: evidence,
  }),
])
export type Symptom = z.infer<typeof symptomSchema>
export type SymptomKind = Symptom['kind']
export type SymptomOf<K extends SymptomKind> = Extract<Symptom, { kind: K }>
