import { writeSync } from 'node:fs'
import { Store } from '../../../src/engine/store/store.ts'
import { note, opened } from './events.ts'

/** Fills a store until it cannot be written, and says what it had recorded and how it failed. */
const [folder = '', what = 'events'] = process.argv.slice(2)
const result = { error: '', message: '', recorded: 0, there: 0 }
let store: Store | undefined
let id = ''
try {
  store = new Store(folder)
  id = store.create(opened())
  result.recorded = 1
  for (;;) {
    if (what === 'files') store.writeFile(id, `file-${Math.random()}`, Buffer.alloc(100_000))
    else result.recorded = store.append(id, note('x'.repeat(20_000))).sequence
  }
} catch (error) {
  result.error = (error as Error).name
  result.message = (error as Error).message
}
if (store !== undefined && id !== '') result.there = store.events(id).length
writeSync(1, JSON.stringify(result))
