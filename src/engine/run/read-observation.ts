import type { ChainedException } from '../../shared/report.ts'
import type { Observation } from '../../shared/run.ts'
import { listResultFiles, readResultFile } from '../sandbox/read-result-file.ts'
import { type ObservedChain, type ObservedLine, observedLines } from './observed-line.ts'
import { cleanStacks } from './stacks.ts'

const mostFiles = 64
const mostValues = 10_000
const mostWarnings = 500
const mostSamples = 2000
const mostStacks = 100_000
/** Bytes read of one process's file, and of all of them: the harness writes at most 8 MB a process. */
const mostBytes = 10_000_000
const mostBytesInAll = 30_000_000

/**
 * Reads what the harness wrote in the folder `below` a run's work folder: one file for the script's own process and one for each that it started. The
 * script can write there too, so every line is checked, sizes are capped and links are not followed; a line that does not fit is left out.
 */
export function readObservation(folder: string, below: string): Observation {
  const names = listResultFiles(folder, below)
  const own = (prefix: string, suffix: string) =>
    names.filter((name) => name.startsWith(`${prefix}-`) && name.endsWith(suffix)).sort(mainFirst)
  let room = mostBytesInAll
  const read = (name: string, most: number) => {
    const bytes = readResultFile(folder, `${below}/${name}`, Math.min(most, room))
    room -= bytes?.length ?? 0
    return bytes?.toString('utf8') ?? ''
  }
  const processes = own('events', '.jsonl')
    .slice(0, mostFiles)
    .map((name) => ({ main: isMain(name), lines: observedLines(read(name, mostBytes)) }))
  const stacks = own('stacks', '.txt')
    .slice(0, mostFiles)
    .map((name) => ({ main: isMain(name), text: cleanStacks(read(name, mostStacks)) }))
  return observationFrom(processes, stacks)
}

const isMain = (name: string) => name.includes('-main.')
const mainFirst = (a: string, b: string) => Number(isMain(b)) - Number(isMain(a))

type Process = { main: boolean; lines: ObservedLine[] }

/** What the lines of all processes say, the script's own first. */
export function observationFrom(processes: Process[], stacks: { main: boolean; text: string }[]): Observation {
  const lines = processes.flatMap((process) => process.lines)
  const main = processes.filter((process) => process.main).flatMap((process) => process.lines)
  const of = <K extends ObservedLine['kind']>(kind: K, among = lines) =>
    among.filter((line): line is Extract<ObservedLine, { kind: K }> => line.kind === kind)
  const ended = of('exception', main)[0]
  const others = [...of('exception').filter((line) => line !== ended), ...of('thread-exception')]
  // Each process says it again and again, in full: the last time counts.
  const optimizers = processes.flatMap((process) => of('optimizer', process.lines).slice(-1))
  const nonFinite = of('non-finite')[0]
  const dumps = stacks.filter(({ text }) => text !== '')
  return {
    exception: ended === undefined ? null : { chain: chainFrom(ended.chain) },
    childExceptions: within(
      200_000,
      others.slice(0, 50).map(({ pid, chain }) => ({ pid, chain: chainFrom(chain) })),
    ),
    warnings: within(
      300_000,
      of('warning')
        .slice(0, mostWarnings)
        .map(({ category, message, file, line }) => ({ category, message, file, line })),
    ),
    losses: first(of('losses').flatMap((line) => line.values)),
    metrics: metricsFrom(of('metric')),
    nonFinite: nonFinite === undefined ? null : { where: nonFinite.where, name: nonFinite.name, step: nonFinite.step },
    optimizerSteps: total(optimizers.map((o) => o.steps)),
    unchangedParameters: within(100_000, first(optimizers.flatMap((o) => o.unchanged))),
    parameters: total(optimizers.map((o) => o.parameters)),
    stepSeconds: first(of('steps').flatMap((line) => line.values)),
    memory: of('memory', main)
      .slice(0, mostSamples)
      .map(({ seconds, bytes }) => ({ seconds, bytes })),
    seeds: firstOfEach(of('seed').map(({ name, value }) => [name, value])),
    versions: firstOfEach(of('version').map(({ name, version }) => [name, version])),
    stacks: dumps.length === 0 ? null : stacksText(dumps),
    scriptLine: of('script-line', main)[0]?.line ?? null,
    repositoryModules: [...new Set(of('repository-modules').flatMap((line) => line.names))].slice(0, 1000),
  }
}

/** Kept to what an event can hold. */
const total = (counts: number[]) =>
  Math.min(
    counts.reduce((sum, n) => sum + n, 0),
    1e12,
  )

/** A worker of a data loader seeds its own generators after the script has seeded its. */
function firstOfEach<T>(pairs: [string, T][]): Record<string, T> {
  const known = new Map<string, T>()
  for (const [name, value] of pairs) if (!known.has(name)) known.set(name, value)
  return Object.fromEntries([...known].slice(0, 100))
}

const first = <T>(values: T[]): T[] => values.slice(0, mostValues)

/** As many as fit in so many characters of JSON: an observation becomes an event, whatever the script has written. */
function within<T>(most: number, values: T[]): T[] {
  let room = most
  const end = values.findIndex((value) => {
    room -= JSON.stringify(value).length
    return room < 0
  })
  return end === -1 ? values : values.slice(0, end)
}

function metricsFrom(lines: { name: string; value: number | null }[]): Observation['metrics'] {
  const metrics = new Map<string, (number | null)[]>()
  for (const { name, value } of within(500_000, first(lines))) {
    const values = metrics.get(name)
    if (values === undefined) metrics.set(name, [value])
    else values.push(value)
  }
  return Object.fromEntries(metrics)
}

function stacksText(dumps: { main: boolean; text: string }[]): string {
  const parts = dumps.map(({ main, text }) => (main ? text : `Process started by the script:\n${text}`))
  return parts.join('\n\n').slice(0, mostStacks)
}

function chainFrom(exceptions: ObservedChain): ChainedException[] {
  const long = JSON.stringify(exceptions).length > 400_000
  return (long ? exceptions.slice(-4) : exceptions).map((e) => ({
    ...e,
    frames: (long ? e.frames.slice(-20) : e.frames).map((f) => ({
      ...f,
      library: /(site|dist)-packages|\/lib\/python3|^<frozen/.test(f.file),
    })),
  }))
}
