import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { reproduce, resume } from '../../engine/reproduce.ts'
import { defaultSettings } from '../../engine/settings.ts'
import type { CaseState } from '../../shared/case.ts'
import type { Settings } from '../../shared/event.ts'
import { exitCodeOf, exitCodes, UsageError } from '../exit-codes.ts'
import { jsonProgress, textProgress } from '../progress.ts'
import { interruptible, openStore } from '../with-engine.ts'

export type ReproduceOptions = {
  repo?: string
  revision?: string
  python?: string
  data?: string[]
  weights?: string[]
  gpu?: boolean
  allowUnsandboxed?: boolean
  maxAttempts?: number
  timeout?: number
  runTimeout?: number
  memory?: number
  json?: boolean
  quiet?: boolean
  home?: string
}

/** `repgen reproduce REPORT`. */
export async function reproduceCommand(report: string, options: ReproduceOptions): Promise<number> {
  const settings = settingsOf(options)
  const source = report === '-' || !existsSync(report) ? report : resolve(report)
  return await workOn(options, (engine) => reproduce({ source, settings }, engine))
}

/** `repgen resume ID`. */
export async function resumeCommand(id: string, options: Pick<ReproduceOptions, 'json' | 'home' | 'quiet'>): Promise<number> {
  return await workOn(options, (engine) => resume(engine.store.find(id), engine))
}

type Work = (engine: Parameters<typeof reproduce>[1]) => Promise<CaseState>

async function workOn(options: Pick<ReproduceOptions, 'json' | 'home' | 'quiet'>, work: Work): Promise<number> {
  using store = openStore(options.home)
  const write = (text: string) => process.stdout.write(text)
  const listeners = options.json ? jsonProgress(write) : textProgress(write, { showOutput: options.quiet !== true })
  const started = performance.now()
  const state = await interruptible((signal) => work({ store, signal, ...listeners }))
  const seconds = (performance.now() - started) / 1000
  if (options.json) write(`${JSON.stringify(summary(state, seconds))}\n`)
  else write(`\ncase ${state.id}: repgen show ${state.id}, repgen export ${state.id} -o FILE\n`)
  if (state.interrupted) {
    if (!options.json) write(`Stopped. Go on with: repgen resume ${state.id}\n`)
    return exitCodes.interrupted
  }
  return exitCodeOf(state.verdict)
}

/** The last line of --json: what a script needs. `script` is the text of the attempt that the verdict is about. */
export function summary(state: CaseState, seconds: number): Record<string, unknown> {
  const attempt = state.attempts.find((a) => a.attempt.id === state.verdict?.attemptId)
  return {
    caseId: state.id,
    verdict: state.verdict?.outcome ?? null,
    reason: state.verdict?.reason ?? null,
    attempts: state.attempts.length,
    seconds: Number(seconds.toFixed(2)),
    runSeconds: Number(state.attempts.flatMap((a) => a.runs).reduce((sum, r) => sum + r.run.seconds, 0).toFixed(2)),
    script: attempt?.attempt.script ?? null,
  }
}

function settingsOf(options: ReproduceOptions): Settings {
  const defaults = defaultSettings()
  const folders = (paths: string[] | undefined, flag: string) =>
    (paths ?? []).map((path) => {
      if (!existsSync(path) || !statSync(path).isDirectory()) throw new UsageError(`${flag} ${path} is not a folder.`)
      return resolve(path)
    })
  return {
    ...defaults,
    repository: options.repo === undefined ? null : resolve(options.repo),
    revision: options.revision ?? null,
    python: options.python ?? null,
    data: folders(options.data, '--data'),
    weights: folders(options.weights, '--weights'),
    limits: {
      ...defaults.limits,
      ...(options.runTimeout === undefined ? {} : { wallSeconds: options.runTimeout, cpuSeconds: options.runTimeout * 2 }),
      ...(options.memory === undefined ? {} : { memoryBytes: options.memory }),
    },
    maxAttempts: options.maxAttempts ?? defaults.maxAttempts,
    maxSeconds: options.timeout ?? defaults.maxSeconds,
    gpu: options.gpu ?? false,
    unsandboxed: options.allowUnsandboxed ?? false,
  }
}
