import type Database from 'better-sqlite3'
import type { Outcome } from '../../shared/verdict.ts'

/** A case as a list shows it, without the outputs that its events hold. */
export type CaseSummary = {
  id: string
  openedAt: string
  source: string
  title: string | null
  repository: string | null
  outcome: Outcome | null
  interrupted: boolean
  attempts: number
}

type Row = Omit<CaseSummary, 'interrupted'> & { last: string }

const query = `
  SELECT first.case_id AS id, first.at AS openedAt,
    json_extract(first.event, '$.source') AS source,
    json_extract(first.event, '$.settings.repository') AS repository,
    (SELECT json_extract(event, '$.report.title') FROM events
      WHERE case_id = first.case_id AND json_extract(event, '$.type') = 'report-restructured'
      ORDER BY sequence DESC LIMIT 1) AS title,
    (SELECT json_extract(event, '$.verdict.outcome') FROM events
      WHERE case_id = first.case_id AND json_extract(event, '$.type') = 'verdict-reached'
      ORDER BY sequence DESC LIMIT 1) AS outcome,
    (SELECT count(*) FROM events
      WHERE case_id = first.case_id AND json_extract(event, '$.type') = 'attempt-written') AS attempts,
    (SELECT json_extract(event, '$.type') FROM events
      WHERE case_id = first.case_id ORDER BY sequence DESC LIMIT 1) AS last
  FROM events AS first WHERE first.sequence = 1 ORDER BY first.at DESC, first.case_id`

/** All cases, the latest first. */
export function summarise(database: Database.Database): CaseSummary[] {
  const rows = database.prepare(query).all() as Row[]
  return rows.map(({ last, ...row }) => ({ ...row, interrupted: last === 'interrupted' }))
}
