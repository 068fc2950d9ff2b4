import type { LineSpan, Report } from '../../shared/report.ts'

/** A paragraph, list item or heading outside blocks; inline code keeps its back-ticks. */
export type Prose = { text: string; lines: LineSpan; heading: string | null }

/** What the report is made of, before anybody asks what it means. */
export type ReportParts = Pick<
  Report,
  'title' | 'text' | 'origin' | 'environment' | 'blocks' | 'snippets' | 'tracebacks' | 'notes'
> & {
  prose: Prose[]
}
