import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { defaultSettings } from '../engine/settings.ts'
import type { Settings } from '../shared/event.ts'
import { UsageError } from './exit-codes.ts'

/** Options that say what to run with on this machine. */
export type SettingsOptions = {
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
}

/** @throws UsageError for a folder that is none. */
export function settingsHere(options: SettingsOptions): Settings {
  const defaults = defaultSettings()
  const { runTimeout, memory } = options
  return {
    ...defaults,
    repository: options.repo === undefined ? null : resolve(options.repo),
    revision: options.revision ?? null,
    // A bare name is looked up on PATH.
    python: options.python?.includes('/') ? resolve(options.python) : (options.python ?? null),
    data: folders(options.data, '--data'),
    weights: folders(options.weights, '--weights'),
    limits: {
      ...defaults.limits,
      ...(runTimeout === undefined ? {} : { wallSeconds: runTimeout, cpuSeconds: runTimeout * 2 }),
      ...(memory === undefined ? {} : { memoryBytes: memory }),
    },
    maxAttempts: options.maxAttempts ?? defaults.maxAttempts,
    maxSeconds: options.timeout ?? defaults.maxSeconds,
    gpu: options.gpu ?? false,
    unsandboxed: options.allowUnsandboxed ?? false,
  }
}

function folders(paths: string[] = [], option: string): string[] {
  return paths.map((path) => {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw new UsageError(`${option} ${path} is not a folder.`)
    return resolve(path)
  })
}
