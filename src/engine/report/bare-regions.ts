import type { LineSpan } from '../../shared/report.ts'
import { OpenState } from './logical-lines.ts'
import { lookOf, looksLikeOutput, looksLikeValue } from './python-likeness.ts'
import { findTracebacks } from './traceback.ts'

const session = /^\s*(?:>>> |>>>$|In ?\[\d+\]:)/
const longest = 2000
/** Brackets that stay open for more lines are a slip of the pen. */
const longestStatement = 60
/** So many printed lines in a row are a log. */
const leastLog = 20

/** A line without the marks of quoting in a mail; `>>>` is a prompt. */
export const unquoted = (line: string) => line.replace(/^ {0,3}(?:>(?!>>) ?)+/, '')

/** Tracebacks, sessions and code that stand between the paragraphs with no fence, as in a plain-text mail. Lines are 1-based. */
export function bareRegions(skeleton: string[]): LineSpan[] {
  const fenced = fencedLines(skeleton)
  const lines = skeleton.map((line, i) => (fenced[i] ? '' : unquoted(line)))
  const regions: LineSpan[] = []
  const taken: boolean[] = []
  const take = (start: number, end: number) => {
    regions.push({ start: start + 1, end: end + 1 })
    for (let i = start; i <= end; i += 1) taken[i] = true
  }
  for (const { lines: span, exceptions } of findTracebacks(lines, 0)) {
    if (!exceptions.some((e) => e.frames.length > 0) || isIndentedBlock(lines, span.start)) continue
    const dashes = /^-{20,}$/.test((lines[span.start - 1] ?? '').trim()) ? 1 : 0
    if (!inSession(lines, span.start)) take(span.start - dashes, span.end)
  }
  const free = (i: number) => fenced[i] !== true && taken[i] !== true && !isIndented(lines[i] ?? '')
  for (const [start, end] of logs(lines, free)) take(start, end)
  for (let at = 0; at < lines.length; ) {
    const skip = fenced[at] || taken[at] || isIndentedBlock(lines, at)
    const found = skip ? nothing(at) : regionAt(lines, at, (i) => fenced[i] === true || taken[i] === true)
    if (found.end !== null) take(at, found.end)
    at = found.next
  }
  return regions.sort((a, b) => a.start - b.start)
}

/** First and last indexes of runs of printed lines, in which a few others may stand. */
function* logs(lines: string[], free: (index: number) => boolean): Generator<[number, number]> {
  for (let at = 0; at < lines.length; ) {
    let printed = 0
    if (!looksLikeOutput(lines[at] ?? '')) {
      at += 1
      continue
    }
    let end = at
    for (; end < lines.length && free(end) && (lines[end] ?? '').trim() !== ''; end += 1) {
      if (looksLikeOutput(lines[end] ?? '')) printed += 1
      else if (printed < (end - at + 1) * 0.6 - 3) break
    }
    if (printed >= leastLog && printed >= (end - at) * 0.6) yield [at, end - 1]
    at = Math.max(end, at) + 1
  }
}

const isIndented = (line: string) => /^(?: {4}|\t)/.test(line)

/** A traceback that a session printed is part of the session. */
function inSession(lines: string[], at: number): boolean {
  for (let i = at - 1; i >= 0 && i > at - 60; i -= 1) {
    const line = lines[i] ?? ''
    if (session.test(line)) return true
    if (line.trim() === '' || !(looksLikeValue(line) || /^\s*\.\.\./.test(line))) return false
  }
  return false
}

/** Markdown itself reads an indented block behind an empty line; in a list, and right below a paragraph, it does not. */
function isIndentedBlock(lines: string[], at: number): boolean {
  if (!/^(?: {4}|\t)/.test(lines[at] ?? '')) return false
  for (let i = at - 1; i >= 0 && i > at - 200; i -= 1) {
    const line = lines[i] ?? ''
    if (line.trim() === '') continue
    if (/^(?: {4}|\t)/.test(line)) continue
    return (lines[i + 1] ?? '').trim() === '' && !/^\s*(?:[-*+]|\d+[.)])\s/.test(line)
  }
  return true
}

function fencedLines(lines: string[]): boolean[] {
  const fenced: boolean[] = []
  let fence: string | null = null
  for (const [i, line] of lines.entries()) {
    const mark = /^\s*(?:(?:[-*+>]|\d+[.)])\s*)*(`{3,}|~{3,})([^`]*)$/.exec(line)
    const closes =
      fence !== null && mark !== null && (mark[1] as string).startsWith(fence) && (mark[2] ?? '').trim() === ''
    fenced[i] = fence !== null || mark !== null
    if (closes) fence = null
    else if (fence === null && mark !== null) fence = mark[1] as string
  }
  return fenced
}

/** Last index of a region, null where none begins here, and where to look next. */
type Region = { end: number | null; next: number }

const nothing = (at: number): Region => ({ end: null, next: at + 1 })
const until = (end: number): Region => ({ end, next: end + 1 })

function regionAt(lines: string[], start: number, stops: (index: number) => boolean): Region {
  const first = lines[start] ?? ''
  if (session.test(first)) return until(sessionEnd(lines, start, stops))
  const begins = lookOf(first)
  if (begins !== 'strong' && begins !== 'weak') return nothing(start)
  const state = new OpenState()
  let codeLines = 0
  let strong = 0
  let calls = 0
  let last = start
  let opened = start
  for (let i = start; i < lines.length && i < start + longest && !stops(i); i += 1) {
    const line = lines[i] ?? ''
    if (state.open && i - opened > longestStatement) break
    const look = state.open ? 'open' : lookOf(line)
    if (!state.open) opened = i
    if (look === 'blank') {
      if (i - last > 2) break
      continue
    }
    if (!state.open && isHeading(lines, i)) break
    const part = state.open || look === 'strong' || look === 'weak' || (look === 'indented' && codeLines > 0)
    if (!part) break
    state.add(line)
    codeLines += 1
    if (look === 'strong') strong += 1
    if (/\w\(/.test(line)) calls += 1
    if (!state.open) last = i
  }
  const imports = /^\s*(?:import|from) /.test(first)
  const enough =
    (codeLines >= 3 && strong >= 2) ||
    (imports && codeLines >= 2 && strong + calls >= 2) ||
    (codeLines >= 3 && calls >= 1 && strong + calls >= codeLines * 0.3)
  if (enough) return until(last)
  // A long run that is no code as a whole is not tried again from each of its lines.
  return last - start > 100 ? { end: null, next: last + 1 } : nothing(start)
}

/** `# Load it` is a comment where code touches it, and else a heading. */
function isHeading(lines: string[], at: number): boolean {
  if (!/^#{1,6} \S/.test(lines[at] ?? '')) return false
  const isCode = (line: string | undefined) =>
    line !== undefined && !line.startsWith('#') && ['strong', 'weak', 'indented'].includes(lookOf(line))
  return !isCode(lines[at + 1]) && !isCode(lines[at - 1])
}

function sessionEnd(lines: string[], start: number, stops: (index: number) => boolean): number {
  const state = new OpenState()
  let last = start
  for (let i = start; i < lines.length && i < start + longest && !stops(i); i += 1) {
    const line = lines[i] ?? ''
    if (line.trim() === '') {
      if (i - last > 2) break
      continue
    }
    const known =
      session.test(line) ||
      /^\s*(?:\.{3,}:?|Out ?\[|Traceback|File "|[\w.]+(?:Error|Exception|Warning)\b)/.test(line) ||
      looksLikeValue(line) ||
      /^\s/.test(line)
    const next = !known && lines.slice(i + 1, i + 4).some((l) => session.test(l)) && lines[i - 1]?.trim() !== ''
    if (!known && !next && !state.open && !(i === last + 1 && !/^[A-Z][a-z’']* [a-z]+/.test(line))) break
    state.add(line.replace(/^\s*(?:>>>|\.\.\.|In ?\[\d+\]:|Out\[\d+\]:)/, ''))
    last = i
  }
  return last
}
