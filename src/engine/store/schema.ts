/** The index keeps an event's type beside it, so that a list of cases need not read the events, which hold whole outputs. */
export const schema = `
  CREATE TABLE IF NOT EXISTS events (
    case_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    version INTEGER NOT NULL,
    at TEXT NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (case_id, sequence)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS events_by_type ON events (case_id, json_extract(event, '$.type'), sequence);
  CREATE TABLE IF NOT EXISTS leases (case_id TEXT PRIMARY KEY, holder TEXT NOT NULL);
`

export type EventRow = { case_id: string; sequence: number; version: number; at: string; event: string }
