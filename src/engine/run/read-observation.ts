import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type ChainedException, chainedExceptionSchema } from '../../shared/report.ts'
import type { Observation } from '../../shared/run.ts'

const chain = z.array(chainedExceptionSchema.extend({ frames: z.array(z.object({ file: z.string(), line: z.number().int().nullable(), function: z.string().nullable(), code: z.string().nullable() })) })).min(1).max(50)
const lineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exception'), pid: z.number().int(), chain }),
  z.object({ kind: z.literal('thread-exception'), pid: z.number().int(), chain }),
  z.object({ kind: z.literal('script-line'), line: z.number().int().nullable() }),
  z.object({ kind: z.literal('warning'), category: z.string(), message: z.string(), file: z.string(), line: z.number().int() }),
  z.object({ kind: z.literal('loss'), value: z.number().nullable() }),
  z.object({ kind: z.literal('metric'), name: z.string().max(100), value: z.number().nullable() }),
  z.object({ kind: z.literal('step'), seconds: z.number() }),
  z.object({ kind: z.literal('memory'), seconds: z.number(), bytes: z.number() }),
  z.object({ kind: z.literal('seed'), name: z.string().max(100), value: z.union([z.string(), z.number()]) }),
  z.object({ kind: z.literal('version'), name: z.string().max(100), version: z.string().max(100) }),
  z.object({ kind: z.literal('non-finite'), where: z.enum(['loss', 'gradient', 'parameter', 'output']), name: z.string(), step: z.number().int() }),
  z.object({ kind: z.literal('optimizer'), steps: z.number().int(), parameters: z.number().int(), unchanged: z.array(z.string()).max(1000) }),
  z.object({ kind: z.literal('repository-module'), name: z.string() }),
])
type Line = z.infer<typeof lineSchema>

const maxBytes = 20_000_000
const maxFiles = 64
const maxValues = 10_000
const maxWarnings = 500

/**
 * Reads what the harness wrote. The script can write there too, so every line is checked, sizes are capped and links are not
 * followed; a line that does not fit is left out.
 */
export function readObservation(folder: string): Observation {
  const files = list(folder).filter((name) => /^events-\d+\.jsonl$/.test(name)).slice(0, maxFiles)
  const lines = files.flatMap((name) => parseLines(readPlainFile(join(folder, name))))
  const of = <K extends Line['kind']>(kind: K) => lines.filter((l): l is Extract<Line, { kind: K }> => l.kind === kind)
  const exceptions = of('exception')
  const first = exceptions[0]
  const optimizers = of('optimizer')
  const metrics: Record<string, (number | null)[]> = {}
  for (const { name, value } of of('metric').slice(0, maxValues)) metrics[name] = [...(metrics[name] ?? []), value]
  const nonFinite = of('non-finite')[0]
  return {
    exception: first === undefined ? null : { chain: withLibrary(first.chain) },
    childExceptions: [...exceptions.slice(1), ...of('thread-exception')].slice(0, 50).map((e) => ({ pid: e.pid, chain: withLibrary(e.chain) })),
    warnings: of('warning').slice(0, maxWarnings).map(({ category, message, file, line }) => ({ category, message, file, line })),
    losses: of('loss').slice(0, maxValues).map((l) => l.value),
    metrics,
    nonFinite: nonFinite === undefined ? null : { where: nonFinite.where, name: nonFinite.name, step: nonFinite.step },
    optimizerSteps: optimizers.reduce((sum, o) => sum + o.steps, 0),
    unchangedParameters: optimizers.flatMap((o) => o.unchanged),
    parameters: optimizers.reduce((sum, o) => sum + o.parameters, 0),
    stepSeconds: of('step').slice(0, maxValues).map((l) => l.seconds),
    memory: of('memory').slice(0, maxValues).map(({ seconds, bytes }) => ({ seconds, bytes })),
    seeds: Object.fromEntries(of('seed').map((s) => [s.name, s.value])),
    versions: Object.fromEntries(of('version').map((v) => [v.name, v.version])),
    stacks: readPlainFile(join(folder, 'stacks.txt')).slice(0, 100_000) || readPlainFile(join(folder, 'deadline.txt')).slice(0, 100_000) || null,
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

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The beginning of a regular file; empty for a link, a pipe or nothing. */
function readPlainFile(file: string): string {
  let handle: number
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return ''
  }
  try {
    const stat = fstatSync(handle)
    if (!stat.isFile()) return ''
    const buffer = Buffer.alloc(Math.min(stat.size, maxBytes))
    return buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, 0)).toString('utf8')
  } finally {
    closeSync(handle)
  }
}
