import { openStore } from '../with-engine.ts'

/** `repgen rm ID…`. All are looked up first, so that a wrong id removes nothing. */
export function rmCommand(prefixes: string[], options: { home?: string }): number {
  using store = openStore(options.home)
  for (const id of new Set(prefixes.map((prefix) => store.find(prefix)))) {
    store.remove(id)
    process.stdout.write(`removed ${id}\n`)
  }
  return 0
}
