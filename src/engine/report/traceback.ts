import type { ChainedException, Frame, Traceback } from '../../shared/report.ts'
import { arrow, beginsFrames, frameAt, plainFrame, pytestFrameAt } from './traceback-frames.ts'

export { isLibrary } from './traceback-frames.ts'

const header = /^\s*(?:\^C)?(?:\+ )?(?:Exception Group )?Traceback \(most recent call last\):?\s*$/
const jupyterHeader = /^\s*((?:\w+\.)*[A-Z]\w*)\s+Traceback \(most recent call last\)/
const cause = /^\s*The above exception was the direct cause of the following exception:/
const context = /^\s*During handling of the above exception, another exception occurred:/
const suffix = 'Error|Exception|Warning|Interrupt|Exit|Iteration|Failure|Failed|Timeout|NotFound|Stop|Empty|Full'
const exceptionLine = new RegExp(
  String.raw`^\s{0,12}(?:E\s{1,60})?((?:[A-Za-z_]\w*\.)*(?:[A-Z]\w*(?:${suffix})|[A-Z]\w*Error\w*))(?::\s?(.*)|\s*)$`,
)
/** Below frames any class may stand, as in `queue.Empty` or `torch._dynamo.exc.Unsupported: …`. */
const anyException = /^\s*((?:[A-Za-z_]\w*\.)*[A-Z]\w*)(?::\s(.*)|:?\s*)$/

const maxFrameLines = 3000
const maxMessageLines = 40
const maxLine = 4000

/** Tracebacks among lines (numbered from `offset`), in order. A lone `XError: message` line counts as one without frames. */
export function findTracebacks(given: string[], offset = 1): Traceback[] {
  const lines = prepare(given)
  const found: Traceback[] = []
  let at = 0
  while (at < lines.length) {
    const result = readTraceback(lines, at)
    if (typeof result === 'number') {
      at = Math.max(result, at + 1)
      continue
    }
    const previous = found.at(-1)
    const span = { start: result.start + offset, end: result.end - 1 + offset }
    if (result.link !== null && previous !== undefined) {
      previous.exceptions.push({ ...result.exception, link: result.link })
      previous.lines = { start: previous.lines.start, end: span.end }
    } else found.push({ exceptions: [result.exception], lines: span })
    at = Math.max(result.end, at + 1)
  }
  return found
}

/** Groups of exceptions stand behind a bar; what is longer than any line of a traceback would only cost time. */
function prepare(given: string[]): string[] {
  const grouped = given.some((l) => l.length < 200 && /\+ Exception Group Traceback/.test(l))
  return given.map((line) => {
    const cut = line.length > maxLine ? line.slice(0, maxLine) : line
    return grouped ? cut.replace(/^ {0,40}\|( ?)/, '$1') : cut
  })
}

type Read = { exception: ChainedException; start: number; end: number; link: 'cause' | 'context' | null }

/** Reads one exception that begins at this line, with the sentence that chains it to the one before; else where to go on. */
function readTraceback(lines: string[], start: number): Read | number {
  let at = start
  let link: Read['link'] = null
  const first = lines[at] ?? ''
  if (cause.test(first)) link = 'cause'
  else if (context.test(first)) link = 'context'
  if (link !== null) {
    at += 1
    while (at < lines.length && /^\s*-*\s*$/.test(lines[at] ?? '')) at += 1
  }
  const line = lines[at] ?? ''
  const jupyter = jupyterHeader.exec(line)
  if (header.test(line) || jupyter !== null) return readBody(lines, start, at + 1, jupyter?.[1] ?? null, link)
  if (beginsFrames(line)) return readBody(lines, start, at, null, link)
  const lone = exceptionLine.exec(line)
  if (lone === null || !isLone(lone[1] ?? '', lone[2], lines[at + 1] ?? '')) return start + 1
  const { message, end } = readMessage(lines, at, lone[2] ?? '')
  const frames = /^\s*E\s/.test(line) ? pytestFrames(lines, at, end) : []
  return { exception: { type: lone[1] ?? '', message, frames, link: null }, start, end, link }
}

/** A lone line is an exception when it has a message, maybe on the next line; a bare class name in a list of names is not. */
const isLone = (type: string, message: string | undefined, next: string) =>
  message !== undefined &&
  (message.trim() !== '' || next.trim() !== '') &&
  /(?:Error|Exception|Interrupt|Exit)$/.test(type)

const indentOf = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0

function readBody(
  lines: string[],
  start: number,
  from: number,
  declared: string | null,
  link: Read['link'],
): Read | number {
  const frames: Frame[] = []
  const indent = indentOf(lines[from] ?? '')
  const limit = Math.min(lines.length, from + maxFrameLines)
  for (let at = from; at < limit; at += 1) {
    const line = lines[at] ?? ''
    const frame = frameAt(lines, at)
    if (frame !== null) {
      frames.push(frame)
      continue
    }
    const marked = arrow.exec(line)
    const last = frames.at(-1)
    if (marked !== null && last !== undefined) {
      last.line ??= Number(marked[1])
      last.code ??= (marked[2] ?? '').trim()
      continue
    }
    if (header.test(line) || context.test(line) || cause.test(line)) return at
    if (isCodeOf(lines, at, frames)) continue
    const raised = exceptionLine.exec(line)
    const depth = indentOf(line)
    const closes = raised !== null && (depth < indent || depth <= 1 || raised[1] === declared)
    const other = frames.length > 0 && declared === null && depth < Math.max(indent, 1) ? anyException.exec(line) : null
    const match = closes
      ? raised
      : declared !== null && line.startsWith(`${declared}:`)
        ? anyException.exec(line)
        : other
    if (match === null) continue
    const { message, end } = readMessage(lines, at, match[2] ?? '')
    return { exception: { type: match[1] ?? '', message, frames, link: null }, start, end, link }
  }
  return limit
}

/** A line right below a frame is its code, even where it looks like an exception. */
function isCodeOf(lines: string[], at: number, frames: Frame[]): boolean {
  const above = lines[at - 1] ?? ''
  return frames.length > 0 && plainFrame.test(above) && indentOf(lines[at] ?? '') > indentOf(above)
}

/** pytest prints the way to an error above it, and the place of the error below. */
function pytestFrames(lines: string[], at: number, end: number): Frame[] {
  const frames: Frame[] = []
  for (let i = at - 1; i >= 0 && i > at - 300; i -= 1) {
    const line = lines[i] ?? ''
    if (/^E\s|^_{3,}|^={3,}/.test(line)) break
    const frame = pytestFrameAt(line)
    if (frame !== null) frames.unshift(frame)
  }
  const below = lines
    .slice(end, end + 3)
    .map(pytestFrameAt)
    .find((f) => f !== null)
  return below === undefined || below === null ? frames : [...frames, below]
}

/** Of another program, or of a logger, that prints to the same screen. */
const otherPrinter =
  /^(?:wandb|srun|slurmstepd|ERROR|INFO|WARNING|DEBUG|Aborted|Killed|Segmentation fault|terminate called|make)\b|^\[?\d{4}-\d\d-\d\d[ T]|^[EWIF]\d{4} |^FAILED /

/** The message goes on over lines that are neither empty nor the beginning of something else. */
function readMessage(lines: string[], at: number, first: string): { message: string; end: number } {
  const message = [first]
  let end = at + 1
  const ofPytest = /^\s*E\s/.test(lines[at] ?? '')
  const open = first.trim() === '' || /[:,([]$/.test(first.trim())
  while (end < lines.length && message.length < maxMessageLines) {
    const line = lines[end] ?? ''
    if (ofPytest && !/^\s*E(?:\s|$)/.test(line)) break
    if (line.trim() === '' && !(open && message.length === 1)) break
    if (
      /^(?:\s*```|\s*>>>|\s*In ?\[|\s*Out ?\[|\$ |Traceback|\[exit|\s*The above exception|\s*During handling|[-=_]{20,}|Process finished with|Exception in thread|\+[-+]+)/.test(
        line,
      )
    )
      break
    if (otherPrinter.test(line) || (exceptionLine.test(line) && !/^\s{2,}/.test(line))) break
    if (plainFrame.test(line) || header.test(line) || jupyterHeader.test(line)) break
    message.push(line)
    end += 1
  }
  const text = message.join('\n')
  return { message: (ofPytest ? text.replace(/^\s*E(?: {2,}|$)/gm, '') : text).trim(), end }
}

/** The first frame from below that is the reporter's own; where the error comes from in their code. */
export function deepestOwnFrame(exception: ChainedException): Frame | null {
  return exception.frames.findLast((f) => !f.library) ?? null
}

/** An error that a sentence quotes: type and message of `` `XError: message` ``, or what follows the name up to the line's end. */
const quotedError =
  /[`"“*]{1,2}((?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt)): ([^`\n]{2,500}?)[`"”*]{1,2}(?=[\s.,;:)]|$)/g
const namedError = /(?:^|[\s(])((?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception)): (\S[^\n]{2,500})$/

/** Errors that a line of prose names, in back-ticks or bare. */
export function errorsInProse(line: string, number: number): Traceback[] {
  if (!/Error|Exception|Interrupt/.test(line) || line.length > maxLine) return []
  const at = { start: number, end: number }
  const make = (type = '', message = ''): Traceback => ({
    exceptions: [{ type, message: message.trim(), frames: [], link: null }],
    lines: at,
  })
  const quoted = [...line.matchAll(quotedError)].map((m) => make(m[1], m[2]))
  if (quoted.length > 0) return quoted
  const named = namedError.exec(line)
  return named === null ? [] : [make(named[1], named[2])]
}
