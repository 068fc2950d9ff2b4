import type { EngineContext } from '../engine/engine.ts'
import type { OpenOptions } from '../engine/store/open-database.ts'
import { defaultStoreFolder, Store } from '../engine/store/store.ts'
import { exitCodes } from './exit-codes.ts'
import { safeLine } from './safe-text.ts'

export type EngineListeners = Pick<EngineContext, 'onEvent' | 'onOutput'>

export function openStore(home: string | undefined, options: OpenOptions = {}): Store {
  return new Store(
    home ?? defaultStoreFolder(),
    (message) => process.stderr.write(`repgen: ${safeLine(message)}\n`),
    options,
  )
}

/** SIGPIPE is never sent to node: main.ts emits it where standard output was closed. */
const stopping = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGPIPE'] as const

/** Runs work on the engine so that Ctrl-C stops the sandbox at once and keeps the case; a second one ends the program. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const onSignal = (signal: NodeJS.Signals) => {
    if (!controller.signal.aborted) {
      if (signal === 'SIGINT') process.stderr.write('\nStopping. The case is kept; Ctrl-C again leaves at once.\n')
      controller.abort()
    } else if (signal !== 'SIGPIPE') process.exit(exitCodes.interrupted)
  }
  for (const signal of stopping) process.on(signal, onSignal)
  try {
    return await work(controller.signal)
  } finally {
    for (const signal of stopping) process.off(signal, onSignal)
  }
}
