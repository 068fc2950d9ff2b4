import { z } from 'zod'
import { chainedExceptionSchema } from './report.ts'

/** An interpreter that was found, read without importing its packages. */
export const interpreterSchema = z.object({
  path: z.string(),
  version: z.string(),
  /** By canonical distribution name. */
  packages: z.record(z.string(), z.string()),
  /** Directories that must be mounted for it to run: prefix, base prefix, site directories, shared libraries. */
  prefixes: z.array(z.string()),
  source: z.enum(['given', 'path', 'system', 'pyenv', 'venv', 'conda']),
  /** It lies in the repository: foreign code, only ever started in the sandbox. */
  foreign: z.boolean(),
})
export type Interpreter = z.infer<typeof interpreterSchema>

/** How what is used differs from what the report names. `have` is null when it is not installed. */
export const differenceSchema = z.object({ name: z.string(), reported: z.string(), have: z.string().nullable() })
export type Difference = z.infer<typeof differenceSchema>

export const limitsSchema = z.object({
  wallSeconds: z.number().positive(),
  cpuSeconds: z.number().positive(),
  memoryBytes: z.number().int().positive(),
  processes: z.number().int().positive(),
  fileBytes: z.number().int().positive(),
  outputBytes: z.number().int().positive(),
})
export type Limits = z.infer<typeof limitsSchema>

/** What ended a run: the program itself, or a limit or a person. Anything but `itself` is never evidence of a symptom. */
export const endedBySchema = z.enum(['itself', 'wall', 'cpu', 'memory', 'processes', 'output', 'stopped'])
export type EndedBy = z.infer<typeof endedBySchema>

export const exitSchema = z.object({ code: z.number().int().nullable(), signal: z.string().nullable() })
export type Exit = z.infer<typeof exitSchema>

/** A finished run as seen from outside. Output is in files of the case's folder; their heads and tails are here. */
export const runSchema = z.object({
  kind: z.enum(['observed', 'bare', 'control']),
  exit: exitSchema,
  endedBy: endedBySchema,
  seconds: z.number(),
  peakBytes: z.number().int(),
  sandboxed: z.boolean(),
  stdout: z.object({ file: z.string(), bytes: z.number().int(), text: z.string(), cut: z.boolean() }),
  stderr: z.object({ file: z.string(), bytes: z.number().int(), text: z.string(), cut: z.boolean() }),
})
export type Run = z.infer<typeof runSchema>

/** What the harness saw inside the observed run (resources/harness): a hint for the next rewrite, never the verdict. */
export const observationSchema = z.object({
  exception: z.object({ chain: z.array(chainedExceptionSchema).min(1) }).nullable(),
  /** An exception that the script or its framework raised and caught again is not here; only what ended a thread or process. */
  childExceptions: z.array(z.object({ pid: z.number().int(), chain: z.array(chainedExceptionSchema).min(1) })),
  warnings: z.array(z.object({ category: z.string(), message: z.string(), file: z.string(), line: z.number().int() })),
  /** Loss values in the order of `backward` calls, first 10,000. */
  losses: z.array(z.number().nullable()),
  metrics: z.record(z.string(), z.array(z.number().nullable())),
  /** First place where NaN or Inf appeared. */
  nonFinite: z
    .object({ where: z.enum(['loss', 'gradient', 'parameter', 'output']), name: z.string(), step: z.number().int() })
    .nullable(),
  optimizerSteps: z.number().int(),
  /** Parameters given to an optimizer that never changed over at least one step, and how many there were in all. */
  unchangedParameters: z.array(z.string()),
  parameters: z.number().int(),
  /** Seconds per optimizer step, first 10,000. */
  stepSeconds: z.array(z.number()),
  /** Resident bytes, sampled; with seconds since the start. */
  memory: z.array(z.object({ seconds: z.number(), bytes: z.number() })),
  seeds: z.record(z.string(), z.union([z.number(), z.string()])),
  versions: z.record(z.string(), z.string()),
  /** Stacks of all threads when a limit ended the run or the process died; the text of faulthandler. */
  stacks: z.string().nullable(),
  /** `file:line` inside the script of the deepest frame of the script that was active at the exception. */
  scriptLine: z.number().int().nullable(),
  /** Modules imported by the run that lie in the repository. */
  repositoryModules: z.array(z.string()),
})
export type Observation = z.infer<typeof observationSchema>
