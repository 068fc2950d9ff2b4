import type { Statement } from '../../shared/report.ts'
import type { Prose } from './parts.ts'

/** Sentences of a paragraph, each with its lines. */
export function sentencesOf(piece: Pick<Prose, 'text' | 'lines'>): Statement[] {
  const found: Statement[] = []
  const add = (from: number, to: number) => {
    const raw = piece.text.slice(from, to)
    if (raw.trim() === '') return
    const lead = /^\s*/.exec(raw)?.[0] ?? ''
    const start = piece.lines.start + newlines(piece.text.slice(0, from)) + newlines(lead)
    const end = start + newlines(raw.trim())
    found.push({
      text: raw.trim().replace(/\s+/g, ' '),
      lines: { start: Math.min(start, piece.lines.end), end: Math.min(end, piece.lines.end) },
    })
  }
  let from = 0
  for (const stop of piece.text.matchAll(
    /[.!?](?=["'”)`]?\s+(?!\d)["'“(`¿¡]?[\p{L}`])|[。！？]|\n(?=\s*(?:[-*•]|\d+[.)]) )/gu,
  )) {
    // `e.g. this`, `vs. that`, `v. 2`: no end.
    if (
      stop[0] === '.' &&
      /(?:\b(?:e\.g|i\.e|vs|cf|etc|resp|approx|z\.B|bzw|p\.ej)|\s[A-Za-z])$/i.test(piece.text.slice(from, stop.index))
    )
      continue
    const to = stop.index + stop[0].length
    add(from, to)
    from = to
  }
  add(from, piece.text.length)
  return found
}

const newlines = (text: string) => text.split('\n').length - 1
