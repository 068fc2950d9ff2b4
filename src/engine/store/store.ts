import { mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { type CaseState, foldCase } from '../../shared/case.ts'
import { type CaseEvent, caseEventSchema, eventVersion, type StoredEvent } from '../../shared/event.ts'
import { newCaseId } from './case-id.ts'
import { CaseBusyError, CaseNotFoundError, storeError } from './errors.ts'
import { modernise } from './modernise.ts'
import { openDatabase } from './open-database.ts'
import { isRunning, processIdentity } from './process-identity.ts'

type Row = { case_id: string; sequence: number; version: number; at: string; event: string }

/** Where cases are kept unless told otherwise. */
export function defaultStoreFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env['REPGEN_HOME'] ?? join(env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'repgen')
}

/** Cases as append-only lists of events. Many processes may read and write; one at a time works on a case (its lease). */
export class Store implements Disposable {
  readonly folder: string
  readonly #database: Database.Database

  constructor(folder: string, notify: (message: string) => void = () => undefined) {
    this.folder = folder
    this.#database = openDatabase(folder, notify)
  }

  /** Opens a case and takes its lease. */
  create(opened: CaseEvent): string {
    const id = this.#write(() => {
      let candidate = newCaseId()
      while (this.#database.prepare('SELECT 1 FROM events WHERE case_id = ?').get(candidate) !== undefined) candidate = newCaseId()
      this.#insert(candidate, opened)
      return candidate
    })
    mkdirSync(this.caseFolder(id), { recursive: true, mode: 0o700 })
    this.lease(id)
    return id
  }

  /** Records an event. It is durable when this returns. */
  append(id: string, event: CaseEvent): StoredEvent {
    return this.#write(() => this.#insert(id, event))
  }

  /** Takes over a case's events, as those of a bundle, under a new id. Validated one by one. */
  import(events: CaseEvent[]): string {
    const [first, ...rest] = events
    if (first === undefined) throw new Error('a case without events cannot be imported')
    const id = this.create(first)
    this.#write(() => rest.map((event) => this.#insert(id, event)))
    return id
  }

  events(id: string, from = 1): StoredEvent[] {
    const rows = this.#database.prepare('SELECT * FROM events WHERE case_id = ? AND sequence >= ? ORDER BY sequence').all(id, from) as Row[]
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
    const rows = this.#database.prepare("SELECT DISTINCT case_id FROM events WHERE substr(case_id, 1, length(?)) = ?").all(prefix, prefix) as Row[]
    const exact = rows.find((row) => row.case_id === prefix) ?? (rows.length === 1 ? rows[0] : undefined)
    if (exact !== undefined && prefix !== '') return exact.case_id
    if (rows.length > 1) throw new CaseNotFoundError(`${rows.length} cases begin with ${prefix}: ${rows.slice(0, 5).map((r) => r.case_id).join(', ')}. Give more of the id.`)
    throw new CaseNotFoundError(`There is no case ${prefix}. repgen list shows those that there are.`)
  }

  /** Ids of all cases, the latest first. */
  ids(): string[] {
    const rows = this.#database.prepare('SELECT case_id FROM events WHERE sequence = 1 ORDER BY at DESC, case_id').all() as Row[]
    return rows.map((row) => row.case_id)
  }

  /** Deletes a case for good: its rows are overwritten, its folder is removed. @throws CaseBusyError */
  remove(id: string): void {
    this.lease(id)
    this.#write(() => {
      this.#database.prepare('DELETE FROM events WHERE case_id = ?').run(id)
      this.#database.prepare('DELETE FROM leases WHERE case_id = ?').run(id)
    })
    rmSync(this.caseFolder(id), { recursive: true, force: true })
    this.#database.pragma('wal_checkpoint(TRUNCATE)')
  }

  /** Takes the case for this process; a dead process keeps nothing. @throws CaseBusyError */
  lease(id: string): void {
    const own = processIdentity() ?? String(process.pid)
    this.#write(() => {
      const row = this.#database.prepare('SELECT holder FROM leases WHERE case_id = ?').get(id) as { holder: string } | undefined
      if (row !== undefined && row.holder !== own && isRunning(row.holder)) {
        throw new CaseBusyError(`Process ${row.holder.split('/').at(-1)} works on case ${id}. Wait for it, or stop it.`)
      }
      this.#database.prepare('INSERT OR REPLACE INTO leases VALUES (?, ?)').run(id, own)
    })
  }

  release(id: string): void {
    const own = processIdentity() ?? String(process.pid)
    this.#write(() => this.#database.prepare('DELETE FROM leases WHERE case_id = ? AND holder = ?').run(id, own))
  }

  caseFolder(id: string): string {
    return join(this.folder, 'cases', id)
  }

  [Symbol.dispose](): void {
    this.#database.close()
  }

  #insert(id: string, event: CaseEvent): StoredEvent {
    const checked = caseEventSchema.parse(event)
    const last = this.#database.prepare('SELECT max(sequence) AS sequence FROM events WHERE case_id = ?').get(id) as { sequence: number | null }
    const sequence = (last.sequence ?? 0) + 1
    const at = new Date().toISOString()
    this.#database.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?)').run(id, sequence, eventVersion, at, JSON.stringify(checked))
    return { caseId: id, sequence, version: eventVersion, at, event: checked }
  }

  #write<T>(work: () => T): T {
    try {
      return this.#database.transaction(work).immediate()
    } catch (error) {
      throw storeError(error, this.folder)
    }
  }
}
