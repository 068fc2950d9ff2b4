import Database from 'better-sqlite3'
import { modernise } from './modernise.ts'
import type { EventRow } from './schema.ts'

/** Copies what can still be read of a damaged database: of each case, the events up to the first that cannot. */
export function recoverEvents(damaged: string, into: Database.Database): { cases: number; events: number } {
  const byCase = new Map<string, Map<number, EventRow>>()
  // From both ends, as reading stops at the damage.
  for (const order of ['ASC', 'DESC'] as const) {
    for (const row of readableRows(damaged, order)) {
      const rows = byCase.get(row.case_id) ?? new Map<number, EventRow>()
      byCase.set(row.case_id, rows.set(row.sequence, row))
    }
  }
  const insert = into.prepare('INSERT INTO events VALUES (@case_id, @sequence, @version, @at, @event)')
  const kept = [...byCase.values()].map(unbroken).filter((rows) => rows.length > 0)
  into.transaction(() => {
    for (const row of kept.flat()) insert.run(row)
  })()
  return { cases: kept.length, events: kept.flat().length }
}

/** Events 1 to the last that has all before it. */
function unbroken(rows: Map<number, EventRow>): EventRow[] {
  const kept: EventRow[] = []
  for (let row = rows.get(1); row !== undefined && isWhole(row); row = rows.get(kept.length + 1)) kept.push(row)
  return kept
}

function isWhole(row: EventRow): boolean {
  try {
    modernise(JSON.parse(row.event), row.version)
    return true
  } catch {
    return false
  }
}

function readableRows(file: string, order: 'ASC' | 'DESC'): EventRow[] {
  const rows: EventRow[] = []
  let database: Database.Database | undefined
  try {
    database = new Database(file)
    const all = database.prepare(`SELECT * FROM events ORDER BY case_id ${order}, sequence ${order}`)
    for (const row of all.iterate()) rows.push(row as EventRow)
  } catch {
    // Everything after this point is lost; what was read before it is kept.
  } finally {
    database?.close()
  }
  return rows
}
