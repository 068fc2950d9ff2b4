import { setTimeout } from 'node:timers/promises'
import type { StoredEvent } from '../../shared/event.ts'
import type { Store } from './store.ts'

const pollMilliseconds = 50

/** A case's events from `from` on, then those that this or another process adds, until `signal` aborts. */
export async function* follow(
  store: Store,
  id: string,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<StoredEvent> {
  let next = from
  let seen: string | null = null
  while (!signal.aborted) {
    const changes = store.changes()
    if (changes !== seen) {
      seen = changes
      for (const event of store.events(id, next)) {
        if (signal.aborted) return
        yield event
        next = event.sequence + 1
      }
    }
    await setTimeout(pollMilliseconds, undefined, { signal }).catch(() => undefined)
  }
}
