import { z } from 'zod'
import { type ChainedException, chainedExceptionSchema } from '../../shared/report.ts'
import type { Observation } from '../../shared/run.ts'
import { listResultFiles, readResultFile } from '../sandbox/read-result-file.ts'

const chain = z
  .array(
    chainedExceptionSchema.extend({
      frames: z.array(
        z.object({
          file: z.string(),
          line: z.number().int().nullable(),
          function: z.string().nullable(),
          code: z.string().nullable(),
        }),
      ),
    }),
  )
  .min(1)
  .max(50)
const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exception'), pid: z.number().int(), chain }),
  z.object({ kind: z.literal('thread-exception'), pid: z.number().int(), chain }),
  z.object({ kind: z.literal('script-line'), line: z.number().int().nullable() }),
  z.object({
    kind: z.literal('warning'),
    category: z.string(),
    message: z.string(),
    file: z.string(),
    line: z.number().int(),
  }),
  z.object({ kind: z.literal('loss'), value: z.number().nullable() }),
  z.object({ kind: z.literal('metric'), name: z.string().max(100), value: z.number().nullable() }),
  z.object({ kind: z.literal('step'), seconds: z.number() }),
  z.object({ kind: z.literal('memory'), seconds: z.number(), bytes: z.number() }),
  z.object({ kind: z.literal('seed'), name: z.string().max(100), value: z.union([z.string(), z.number()]) }),
  z.object({ kind: z.literal('version'), name: z.string().max(100), version: z.string().max(100) }),
  z.object({
    kind: z.literal('non-finite'),
    where: z.enum(['loss', 'gradient', 'parameter', 'output']),
    name: z.string(),
    step: z.number().int(),
  }),
  z.object({
    kind: z.literal('optimizer'),
    steps: z.number().int(),
    parameters: z.number().int(),
    unchanged: z.array(z.string()).max(1000),
  }),
  z.object({ kind: z.literal('repository-module'), name: z.string() }),
])
type Line = z.infer<typeof lineSchema>

const maxBytes = 20_000_000
const maxFiles = 64
const maxValues = 10_000
const maxWarnings = 500

/**
 * Reads what the harness wrote in the folder `below` a run's work folder. The script can write there too, so every line is checked, sizes are capped and links are not
 * followed; a line that does not fit is left out.
 */
export function readObservation(folder: string, below: string): Observation {
  const read = (name: string) => readResultFile(folder, `${below}/${name}`, maxBytes)?.toString('utf8') ?? ''
  const files = listResultFiles(folder, below)
    .filter((name) => /^events-\d+\.jsonl$/.test(name))
    .slice(0, maxFiles)
  const lines = files.flatMap((name) => parseLines(read(name)))
  const of = <K extends Line['kind']>(kind: K) => lines.filter((l): l is Extract<Line, { kind: K }> => l.kind === kind)
  const exceptions = of('exception')
  const first = exceptions[0]
  const optimizers = of('optimizer')
  const metrics: Record<string, (number | null)[]> = {}
  for (const { name, value } of of('metric').slice(0, maxValues)) metrics[name] = [...(metrics[name] ?? []), value]
  const nonFinite = of('non-finite')[0]
  return {
    exception: first === undefined ? null : { chain: withLibrary(first.chain) },
    childExceptions: [...exceptions.slice(1), ...of('thread-exception')]
      .slice(0, 50)
      .map((e) => ({ pid: e.pid, chain: withLibrary(e.chain) })),
    warnings: of('warning')
      .slice(0, maxWarnings)
      .map(({ category, message, file, line }) => ({ category, message, file, line })),
    losses: of('loss')
      .slice(0, maxValues)
      .map((l) => l.value),
    metrics,
    nonFinite: nonFinite === undefined ? null : { where: nonFinite.where, name: nonFinite.name, step: nonFinite.step },
    optimizerSteps: optimizers.reduce((sum, o) => sum + o.steps, 0),
    unchangedParameters: optimizers.flatMap((o) => o.unchanged),
    parameters: optimizers.reduce((sum, o) => sum + o.parameters, 0),
    stepSeconds: of('step')
      .slice(0, maxValues)
      .map((l) => l.seconds),
    memory: of('memory')
      .slice(0, maxValues)
      .map(({ seconds, bytes }) => ({ seconds, bytes })),
    seeds: Object.fromEntries(of('seed').map((s) => [s.name, s.value])),
    versions: Object.fromEntries(of('version').map((v) => [v.name, v.version])),
    stacks: read('stacks.txt').slice(0, 100_000) || read('deadline.txt').slice(0, 100_000) || null,
    scriptLine: of('script-line')[0]?.line ?? null,
    repositoryModules: [...new Set(of('repository-module').map((m) => m.name))].slice(0, 1000),
  }
}

function withLibrary(exceptions: z.infer<typeof chain>): ChainedException[] {
  return exceptions.map((e) => ({
    ...e,
    frames: e.frames.map((f) => ({ ...f, library: /(site|dist)-packages|\/lib\/python3|^<frozen/.test(f.file) })),
  }))
}

function parseLines(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = lineSchema.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })
}
