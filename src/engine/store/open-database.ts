import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { storeError } from './errors.ts'

const busyMilliseconds = 10_000

const schema = `
  CREATE TABLE IF NOT EXISTS events (
    case_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (case_id, sequence)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS leases (case_id TEXT PRIMARY KEY, holder TEXT NOT NULL);
`

/**
 * Opens the store's database. A corrupt one is kept aside under a name with the time, said through `notify`, and a fresh one started.
 * @throws StoreUnwritableError where the folder cannot be written.
 */
export function openDatabase(folder: string, notify: (message: string) => void): Database.Database {
  const file = join(folder, 'store.sqlite')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return open(file)
  } catch (error) {
    if (!/SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '')) throw storeError(error, folder)
  }
  const aside = `${file}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`
  for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) renameSync(file + end, aside + end)
  notify(`The store was corrupt. It is kept as ${aside}, and a fresh one was started; the folders of its cases are still in ${join(folder, 'cases')}.`)
  return open(file)
}

function open(file: string): Database.Database {
  const database = new Database(file, { timeout: busyMilliseconds })
  try {
    database.pragma('journal_mode = WAL')
    // An event that was acknowledged survives a power cut, not only a killed process.
    database.pragma('synchronous = FULL')
    database.pragma('secure_delete = ON')
    const check = database.pragma('quick_check(1)', { simple: true })
    if (check !== 'ok') throw Object.assign(new Error(String(check)), { code: 'SQLITE_CORRUPT' })
    database.exec(schema)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}
