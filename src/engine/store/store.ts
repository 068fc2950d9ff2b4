import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { type CaseState, foldCase } from '../../shared/case.ts'
import { type CaseEvent, caseEventSchema, eventVersion, type StoredEvent } from '../../shared/event.ts'
import { newCaseId } from './case-id.ts'
import { CaseBusyError, CaseNotFoundError, storeError } from './errors.ts'
import { removeLeftovers } from './leftovers.ts'
import { modernise } from './modernise.ts'
import { type OpenOptions, openDatabase } from './open-database.ts'
import { isRunning, processIdentity } from './process-identity.ts'
import type { EventRow } from './schema.ts'
import { type CaseSummary, summarise } from './summarise.ts'
import { writeFileDurably } from './write-file.ts'

/** Where cases are kept unless told otherwise. */
export function defaultStoreFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.REPGEN_HOME || join(env.XDG_DATA_HOME || join(homedir(), '.local', 'share'), 'repgen')
}

/** Cases as append-only lists of events. Many processes may read and write; one at a time works on a case (its lease). */
export class Store implements Disposable {
  readonly folder: string
  readonly #database: Database.Database

  /** @throws StoreReadOnlyError, DiskFullError, StoreLockedError */
  constructor(folder: string, notify: (message: string) => void = () => undefined, options: OpenOptions = {}) {
    this.folder = resolve(folder)
    this.#database = openDatabase(this.folder, notify, options)
  }

  /** Opens a case and takes its lease. */
  create(opened: CaseEvent): string {
    return this.#open([opened], this.#own())
  }

  /** Records an event. It is durable when this returns. */
  append(id: string, event: CaseEvent): StoredEvent {
    return this.#write(() => this.#insert(id, event))
  }

  /** Writes a file of the case, whole or not at all. Do so before the event that mentions it is recorded. */
  writeFile(id: string, name: string, content: string | Buffer): void {
    try {
      writeFileDurably(join(this.caseFolder(id), name), content)
    } catch (error) {
      throw storeError(error, this.folder)
    }
  }

  /** Takes over a case's events, as those of a bundle, under a new id, all or none. Nobody works on it yet. */
  import(events: CaseEvent[]): string {
    if (events.length === 0) throw new Error('a case without events cannot be imported')
    return this.#open(events, null)
  }

  events(id: string, from = 1): StoredEvent[] {
    const select = 'SELECT * FROM events WHERE case_id = ? AND sequence >= ? ORDER BY sequence'
    const rows = this.#read(() => this.#database.prepare(select).all(id, from) as EventRow[])
    return rows.map((row) => ({
      caseId: row.case_id,
      sequence: row.sequence,
      version: eventVersion,
      at: row.at,
      event: modernise(JSON.parse(row.event), row.version),
    }))
  }

  state(id: string): CaseState {
    return foldCase(id, this.events(id))
  }

  /** The case that has this id or is the only one whose id begins with it. @throws CaseNotFoundError */
  find(prefix: string): string {
    const ids = this.ids().filter((id) => prefix !== '' && id.startsWith(prefix))
    const found = ids.find((id) => id === prefix) ?? (ids.length === 1 ? ids[0] : undefined)
    if (found !== undefined) return found
    if (ids.length > 1) {
      const some = `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`
      throw new CaseNotFoundError(`${ids.length} cases begin with ${prefix}: ${some}. Give more of the id.`)
    }
    throw new CaseNotFoundError(`There is no case ${prefix}. repgen list shows those that there are.`)
  }

  /** Ids of all cases, the latest first. */
  ids(): string[] {
    const select = 'SELECT case_id FROM events WHERE sequence = 1 ORDER BY at DESC, case_id'
    return this.#read(() => (this.#database.prepare(select).all() as EventRow[]).map((row) => row.case_id))
  }

  /** All cases, the latest first, without what their runs printed. */
  list(): CaseSummary[] {
    return this.#read(() => summarise(this.#database))
  }

  /** Differs from its value before when any process has written to the store since. */
  changes(): string {
    const others = this.#database.pragma('data_version', { simple: true })
    return this.#read(() => `${others}/${this.#database.prepare('SELECT total_changes()').pluck().get()}`)
  }

  /** Deletes a case for good: its folder is removed, its rows are overwritten. @throws CaseBusyError */
  remove(id: string): void {
    this.lease(id)
    try {
      // The rows go last: a case that is still listed can be removed again.
      rmSync(this.caseFolder(id), { recursive: true, force: true })
    } catch (error) {
      throw storeError(error, this.folder)
    }
    this.#write(() => {
      this.#database.prepare('DELETE FROM events WHERE case_id = ?').run(id)
      this.#database.prepare('DELETE FROM leases WHERE case_id = ?').run(id)
    })
    // The log holds the rows until it is emptied.
    this.#read(() => this.#database.pragma('wal_checkpoint(TRUNCATE)'))
  }

  /**
   * Takes the case for this process. A dead process keeps nothing, and what it left half-written is removed.
   * @throws CaseBusyError
   */
  lease(id: string): void {
    const own = this.#own()
    const takenOver = this.#write(() => {
      const holder = this.#database.prepare('SELECT holder FROM leases WHERE case_id = ?').pluck().get(id)
      const others = typeof holder === 'string' && holder !== own
      if (others && isRunning(holder)) {
        throw new CaseBusyError(`Process ${holder.split('/').at(-1)} works on case ${id}. Wait for it, or stop it.`)
      }
      this.#database.prepare('INSERT OR REPLACE INTO leases VALUES (?, ?)').run(id, own)
      return others
    })
    this.#makeFolder(id)
    if (takenOver) {
      const events = this.events(id).map((stored) => stored.event)
      removeLeftovers(this.caseFolder(id), events)
    }
  }

  release(id: string): void {
    const own = this.#own()
    this.#write(() => this.#database.prepare('DELETE FROM leases WHERE case_id = ? AND holder = ?').run(id, own))
  }

  caseFolder(id: string): string {
    return join(this.folder, 'cases', id)
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #own(): string {
    return processIdentity() ?? String(process.pid)
  }

  #open(events: CaseEvent[], holder: string | null): string {
    const id = this.#write(() => {
      const taken = this.#database.prepare('SELECT 1 FROM events WHERE case_id = ?')
      let candidate = newCaseId()
      // A folder without rows is one of a store that was lost: its files stay.
      while (taken.get(candidate) !== undefined || existsSync(this.caseFolder(candidate))) candidate = newCaseId()
      for (const event of events) this.#insert(candidate, event)
      if (holder !== null) this.#database.prepare('INSERT INTO leases VALUES (?, ?)').run(candidate, holder)
      return candidate
    })
    this.#makeFolder(id)
    return id
  }

  #makeFolder(id: string): void {
    try {
      mkdirSync(this.caseFolder(id), { recursive: true, mode: 0o700 })
    } catch (error) {
      throw storeError(error, this.folder)
    }
  }

  #insert(id: string, event: CaseEvent): StoredEvent {
    const checked = caseEventSchema.parse(event)
    const select = 'SELECT max(sequence) FROM events WHERE case_id = ?'
    const sequence = ((this.#database.prepare(select).pluck().get(id) as number | null) ?? 0) + 1
    const at = new Date().toISOString()
    this.#database
      .prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)')
      .run(id, sequence, eventVersion, at, JSON.stringify(checked))
    return { caseId: id, sequence, version: eventVersion, at, event: checked }
  }

  #read<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw storeError(error, this.folder)
    }
  }

  #write<T>(work: () => T): T {
    return this.#read(() => this.#database.transaction(work).immediate())
  }
}
