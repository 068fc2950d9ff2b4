import type { Report } from '../../../shared/report.ts'

/** One shape in which trackers hand out an issue. */
export type Dialect = {
  origin: Report['origin']
  /** Null where the JSON is of another shape. @throws DialectError where it is this one, but broken. */
  read(json: unknown): { title: string; text: string } | null
}

export class DialectError extends Error {
  override name = 'DialectError'
}

export type Comment = { author: string; at: string; text: string }

/** Body and comments as one text; a comment begins with a line that says whose it is. */
export function joinComments(body: string, comments: Comment[]): string {
  return [
    body,
    ...comments
      .filter((c) => c.text.trim() !== '')
      .map((c) => `\n\n---\n\n*Comment of ${c.author}${c.at === '' ? '' : `, ${c.at}`}*\n\n${c.text}`),
  ].join('')
}
