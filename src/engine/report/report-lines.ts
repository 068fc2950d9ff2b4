import type { ReportParts } from './parts.ts'

/** A line of the report and what it stands in: the kind of its block, or prose. */
export type Line = { text: string; number: number; kind: ReportParts['blocks'][number]['kind'] | 'prose' }

const maxLines = 20_000
/** Of an output only the beginning and the end are read: what lies between is more of the same. */
const keptOfOutput = 300

/** The lines of the report that names are read from. */
export function readLines({ text, blocks }: ReportParts): Line[] {
  const rows = text.split('\n').slice(0, maxLines)
  const kinds = new Array<Line['kind']>(rows.length).fill('prose')
  const skipped = new Set<number>()
  for (const { kind, lines } of blocks) {
    kinds.fill(kind, lines.start - 1, Math.min(lines.end, rows.length))
    if (kind !== 'output' && kind !== 'traceback') continue
    for (let at = lines.start + keptOfOutput; at <= lines.end - keptOfOutput; at += 1) skipped.add(at)
  }
  return rows.flatMap((row, i) =>
    skipped.has(i + 1) ? [] : [{ text: row.slice(0, 2000), number: i + 1, kind: kinds[i] ?? 'prose' }],
  )
}
