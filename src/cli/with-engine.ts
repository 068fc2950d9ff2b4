import type { EngineContext } from '../engine/engine.ts'
import { defaultStoreFolder, Store } from '../engine/store/store.ts'
import { exitCodes } from './exit-codes.ts'

export function openStore(home: string | undefined): Store {
  return new Store(home ?? defaultStoreFolder(), (message) => process.stderr.write(`${message}\n`))
}

/** Runs work on the engine so that Ctrl-C stops the sandbox at once and keeps the case; a second one ends the program. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted)
    controller.abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  try {
    return await work(controller.signal)
  } finally {
    process.off('SIGINT', onSignal)
    process.off('SIGTERM', onSignal)
  }
}

export type EngineListeners = Pick<EngineContext, 'onEvent' | 'onOutput'>
