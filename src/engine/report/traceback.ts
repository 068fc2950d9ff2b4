import type { ChainedException, Frame, Traceback } from '../../shared/report.ts'

const header = /^\s*Traceback \(most recent call last\):?\s*$/
const jupyterHeader =
  /^\s*((?:\w+\.)*\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration)\w*)\s+Traceback \(most recent call last\)/
const cause = /^\s*The above exception was the direct cause of the following exception:/
const context = /^\s*During handling of the above exception, another exception occurred:/
const plainFrame = /^\s*File "([^"\n]{1,500})", line (\d+)(?:, in (.+))?\s*$/
const cellFrame = /^\s*(?:Cell |Input )?In\s?\[(\d+)\](?:, line (\d+)|, in (.+))?.*$/
const jupyterFrame = /^\s*File ([^\s:]+(?:\.py|\.pyx|>)):(\d+),? in (.+)$/
const oldFrame = /^\s*(<ipython-input-[^>]+>|(?:~|\.{0,2}\/|[A-Za-z]:\\|\w)[^\s]*\.py) in ([\w.<>]+)\(.*$/
const pytestFrame = /^\s*([\w./\\-]+\.py):(\d+): (?:in (\w+)|(\w+(?:Error|Exception)))?\s*$/
const arrow = /^\s*-+> ?(\d+)\s(.*)$/
const exceptionLine =
  /^\s{0,8}(?:E\s{1,6})?((?:[A-Za-z_]\w*\.)*(?:[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration|Failure|Timeout|NotFound|Stop)|[A-Z]\w*Error\w*))(?::\s?(.*)|\s*)$/

/** Tracebacks among lines (numbered from `offset`), in order. A lone `XError: message` line counts as one without frames. */
export function findTracebacks(lines: string[], offset = 1): Traceback[] {
  const found: Traceback[] = []
  let at = 0
  while (at < lines.length) {
    const result = readTraceback(lines, at)
    if (result === null) {
      at += 1
      continue
    }
    const previous = found.at(-1)
    const link = result.link
    const span = { start: result.start + offset, end: result.end - 1 + offset }
    if (link !== null && previous !== undefined) {
      previous.exceptions.push({ ...result.exception, link })
      previous.lines = { start: previous.lines.start, end: span.end }
    } else found.push({ exceptions: [result.exception], lines: span })
    at = Math.max(result.end, at + 1)
  }
  return found
}

type Read = { exception: ChainedException; start: number; end: number; link: 'cause' | 'context' | null }

/** Reads one exception that begins at this line, with the sentence that chains it to the one before. */
function readTraceback(lines: string[], start: number): Read | null {
  let at = start
  let link: Read['link'] = null
  const first = lines[at] ?? ''
  if (cause.test(first)) link = 'cause'
  else if (context.test(first)) link = 'context'
  if (link !== null) {
    at += 1
    while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1
  }
  const line = lines[at] ?? ''
  const jupyter = jupyterHeader.exec(line)
  if (header.test(line) || jupyter !== null) return readBody(lines, start, at + 1, jupyter?.[1] ?? null, link)
  if (plainFrame.test(line) || jupyterFrame.test(line)) return readBody(lines, start, at, null, link)
  const lone = exceptionLine.exec(line)
  if (lone === null || !isLone(lone[1] ?? '', lone[2], lines[at + 1] ?? '')) return null
  const { message, end } = readMessage(lines, at, lone[2] ?? '')
  return { exception: { type: lone[1] as string, message, frames: [], link: null }, start, end, link }
}

/** A lone line is an exception when it has a message; a bare class name in a list of names is not. */
const isLone = (type: string, message: string | undefined, next: string) =>
  message !== undefined && `${message}${next}`.trim() !== '' && /(Error|Exception|Interrupt|Exit)$/.test(type)

function readBody(
  lines: string[],
  start: number,
  from: number,
  declared: string | null,
  link: Read['link'],
): Read | null {
  const frames: Frame[] = []
  const indent = /^\s*/.exec(lines[from] ?? '')?.[0].length ?? 0
  const limit = Math.min(lines.length, from + 3000)
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
    const raised = exceptionLine.exec(line)
    const indented = /^\s*/.exec(line)?.[0].length ?? 0
    const closes =
      raised !== null &&
      (indented <= Math.max(indent - 2, 0) ||
        indented <= 1 ||
        raised[1] === declared ||
        (frames.length > 0 && indented < indent))
    if (raised !== null && closes && !codeOf(lines, at, frames)) {
      const { message, end } = readMessage(lines, at, raised[2] ?? '')
      return { exception: { type: raised[1] as string, message, frames, link: null }, start, end, link }
    }
    if (header.test(line) || context.test(line) || cause.test(line)) return null
  }
  return null
}

/** A line right below a frame is its code, even where it looks like an exception. */
function codeOf(lines: string[], at: number, frames: Frame[]): boolean {
  return frames.length > 0 && plainFrame.test(lines[at - 1] ?? '') && /^\s{4,}/.test(lines[at] ?? '')
}

function frameAt(lines: string[], at: number): Frame | null {
  const line = lines[at] ?? ''
  const plain = plainFrame.exec(line)
  if (plain !== null) {
    const next = lines[at + 1] ?? ''
    const code =
      next.trim() === '' ||
      plainFrame.test(next) ||
      /^\s*(\^|~)/.test(next) ||
      (exceptionLine.test(next) && !/^\s{4,}/.test(next))
        ? null
        : next.trim()
    return frame(plain[1] as string, Number(plain[2]), plain[3] ?? null, code)
  }
  const jupyter = jupyterFrame.exec(line)
  if (jupyter !== null)
    return frame(jupyter[1] as string, Number(jupyter[2]), (jupyter[3] ?? '').replace(/\(.*$/, ''), null)
  const old = oldFrame.exec(line)
  if (old !== null) return frame(old[1] as string, null, old[2] as string, null)
  const cell =
    /^\s*(Cell )?In\s?\[\d+\](, line \d+|, in )/.test(line) || /^\s*Input In \[\d+\]/.test(line)
      ? cellFrame.exec(line)
      : null
  if (cell !== null) return frame(`<cell ${cell[1]}>`, cell[2] === undefined ? null : Number(cell[2]), '<module>', null)
  const pytest = pytestFrame.exec(line)
  if (pytest !== null) return frame(pytest[1] as string, Number(pytest[2]), pytest[3] ?? null, null)
  return null
}

function frame(file: string, line: number | null, name: string | null, code: string | null): Frame {
  return { file, line, function: name?.replace(/\(.*$/, '').trim() || null, code, library: isLibrary(file) }
}

/** Not the reporter's: installed packages and the standard library. */
export function isLibrary(file: string): boolean {
  return /(?:site|dist)-packages[/\\]|[/\\]lib[/\\]python\d|[/\\]pyenv[/\\]versions|[/\\](?:mini|ana)conda\d?[/\\]lib|^<frozen|[/\\]Python\d+[/\\]lib[/\\]/i.test(
    file,
  )
}

const maxMessageLines = 40

/** The message goes on over lines that are neither empty nor the beginning of something else. */
function readMessage(lines: string[], at: number, first: string): { message: string; end: number } {
  const message = [first]
  let end = at + 1
  const open = first.trim() === '' || /[:,([]$/.test(first.trim())
  while (end < lines.length && message.length < maxMessageLines) {
    const line = lines[end] ?? ''
    if (line.trim() === '' && !(open && message.length === 1)) break
    if (
      /^(\s*```|>>>|In \[|\$ |Traceback|\[exit|\s*The above exception|\s*During handling)/.test(line) ||
      exceptionLine.test(line)
    )
      break
    if (plainFrame.test(line) || header.test(line) || jupyterHeader.test(line)) break
    message.push(line)
    end += 1
  }
  return {
    message: message
      .join('\n')
      .replace(/^\s*E {2,}/gm, '')
      .trim(),
    end,
  }
}

/** The first frame from below that is the reporter's own; where the error comes from in their code. */
export function deepestOwnFrame(exception: ChainedException): Frame | null {
  return exception.frames.findLast((f) => !f.library) ?? null
}
