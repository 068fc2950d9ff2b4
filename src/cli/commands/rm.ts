import { openStore } from '../with-engine.ts'

/** `repgen rm ID…`. */
export function rmCommand(prefixes: string[], options: { home?: string }): number {
  using store = openStore(options.home)
  for (const prefix of prefixes) {
    const id = store.find(prefix)
    store.remove(id)
    process.stdout.write(`removed ${id}\n`)
  }
  return 0
}
