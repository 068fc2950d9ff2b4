import type { Settings, StoredEvent } from '../shared/event.ts'
import type { Run } from '../shared/run.ts'
import type { Store } from './store/store.ts'

/** What a person or a script asks for. */
export type ReproduceRequest = {
  /** Path of a report, `-`, or a folder that holds one. */
  source: string
  settings: Settings
}

/** What the engine works with, and whom it tells. */
export type EngineContext = {
  store: Store
  signal: AbortSignal
  onEvent(event: StoredEvent): void
  onOutput(output: { attemptId: string; run: Run['kind']; stream: 'stdout' | 'stderr'; text: string }): void
}
