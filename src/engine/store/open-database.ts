import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { isCorruption, storeError } from './errors.ts'
import { recoverEvents } from './recover-events.ts'
import { schema } from './schema.ts'

const busyMilliseconds = 10_000
/** A larger database is read whole only where a full check is asked for: reading it takes longer than a command may. */
const alwaysCheckedBytes = 16 * 2 ** 20

export type OpenOptions = {
  /** Read the whole database for damage, however large it is. */
  fullCheck?: boolean
}

/**
 * Opens the store's database. A corrupt one is kept aside under a name with the time, said through `notify`, and a fresh one
 * started with the events that could still be read.
 * @throws StoreReadOnlyError, DiskFullError, StoreLockedError
 */
export function openDatabase(
  folder: string,
  notify: (message: string) => void,
  options: OpenOptions = {},
): Database.Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return open(join(folder, 'store.sqlite'), options)
  } catch (error) {
    if (!isCorruption(error)) throw storeError(error, folder)
  }
  try {
    return replace(folder, notify, options)
  } catch (error) {
    throw storeError(error, folder)
  }
}

/** One process at a time: a second one finds the fresh database, and must not put that aside. */
function replace(folder: string, notify: (message: string) => void, options: OpenOptions): Database.Database {
  const file = join(folder, 'store.sqlite')
  const lock = new Database(join(folder, 'replacing.lock'), { timeout: busyMilliseconds })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    try {
      return open(file, options)
    } catch (error) {
      if (!isCorruption(error)) throw error
    }
    const aside = `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, aside + end)
    const fresh = open(file, options)
    const { cases, events } = recoverEvents(aside, fresh)
    const recovered = cases === 0 ? 'No case could be read from it' : `${events} events of ${cases} cases could be read`
    notify(
      `The store was corrupt. It is kept as ${aside}, and a fresh one was started. ${recovered}; the folders of all its cases are still in ${join(folder, 'cases')}.`,
    )
    return fresh
  } finally {
    lock.close()
  }
}

function open(file: string, { fullCheck = false }: OpenOptions): Database.Database {
  const database = new Database(file, { timeout: busyMilliseconds })
  try {
    database.pragma('journal_mode = WAL')
    // An event that was acknowledged survives a power cut, not only a killed process.
    database.pragma('synchronous = FULL')
    database.pragma('secure_delete = ON')
    if (fullCheck || statSync(file).size <= alwaysCheckedBytes) {
      const check = database.pragma('quick_check(1)', { simple: true })
      if (check !== 'ok') throw Object.assign(new Error(String(check)), { code: 'SQLITE_CORRUPT' })
    }
    database.exec(schema)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
