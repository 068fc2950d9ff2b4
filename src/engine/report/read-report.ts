import { closeSync, lstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Report } from '../../shared/report.ts'
import { type Dialect, DialectError } from './dialects/dialect.ts'
import { githubIssue } from './dialects/github.ts'
import { gitlabIssue } from './dialects/gitlab.ts'
import { normaliseText } from './normalise.ts'

/** A report as one text, before it is parsed. */
export type ReportSource = {
  name: string
  title: string | null
  text: string
  origin: Report['origin']
  notes: string[]
}

/** A report that cannot be read; the message says what to do. */
export class ReportUnreadableError extends Error {
  override name = 'ReportUnreadableError'
}

const maxBytes = 50_000_000
/** Of a longer report the rest is cut: nobody wrote it, a program printed it. */
const keptCharacters = 2_000_000
const dialects: Dialect[] = [githubIssue, gitlabIssue]
const names = [
  /^(report|issue|bug|bug[-_]?report)\.(md|markdown|txt|json)$/i,
  /report.*\.(md|txt|json)$/i,
  /issue.*\.(md|txt|json)$/i,
  /^\d+\.(md|txt|json)$/i,
  /\.(md|markdown)$/i,
  /\.txt$/i,
  /\.json$/i,
]

/**
 * Reads a report from a file, a folder, an issue's JSON or `-` for standard input.
 * @throws ReportUnreadableError where there is none, or it is no text.
 */
export async function readReport(
  source: string,
  stdin: AsyncIterable<Buffer | string> = process.stdin,
): Promise<ReportSource> {
  if (source === '-') return decode('standard input', await readAll(stdin))
  const file = findFile(source)
  return decode(basename(file), readFile(file))
}

function findFile(source: string): string {
  let stat: ReturnType<typeof statSync>
  try {
    stat = statSync(source)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT')
      throw new ReportUnreadableError(
        `${source} does not exist. Give the path of a report, or - to read it from standard input.`,
      )
    if (code === 'ELOOP')
      throw new ReportUnreadableError(
        `${source} is a symbolic link that leads back to itself. Give the path of the report.`,
      )
    throw new ReportUnreadableError(`${source} cannot be read (${code}). Check its permissions.`)
  }
  if (!stat.isDirectory()) {
    if (!stat.isFile())
      throw new ReportUnreadableError(
        `${source} is neither a file nor a folder. Give the path of a report, or - to read it from standard input.`,
      )
    return source
  }
  const files = namesIn(source).filter((name) => lstatSync(join(source, name)).isFile())
  for (const pattern of names) {
    const found = files
      .sort()
      .find((name) => pattern.test(name) && !/^(readme|license|changelog|contributing)\b/i.test(name))
    if (found !== undefined) return join(source, found)
  }
  const readme = files.find((name) => /^readme\.(md|txt)$/i.test(name))
  if (readme !== undefined) return join(source, readme)
  throw new ReportUnreadableError(`${source} holds no report. Put it there as report.md, or give its path.`)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    throw new ReportUnreadableError(
      `${folder} cannot be listed (${(error as NodeJS.ErrnoException).code}). Check its permissions, or give the path of the report.`,
    )
  }
}

function readFile(file: string): Buffer {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch (error) {
    throw new ReportUnreadableError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Check its permissions.`,
    )
  }
  try {
    const { size } = statSync(file)
    if (size > maxBytes) throw tooLarge(file, size)
    return readFileSync(handle)
  } finally {
    closeSync(handle)
  }
}

const tooLarge = (name: string, bytes: number) =>
  new ReportUnreadableError(
    `${name} is ${Math.round(bytes / 1e6)} MB; a report may have ${maxBytes / 1e6} MB. Cut the log in it to the part that shows the bug.`,
  )

async function readAll(stream: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    bytes += buffer.length
    if (bytes > maxBytes) throw tooLarge('standard input', bytes)
    chunks.push(buffer)
  }
  return Buffer.concat(chunks)
}

/** Bytes to a report: encoding, dialect, normal form. */
export function decode(name: string, bytes: Buffer): ReportSource {
  const { text, notes } = toText(name, bytes)
  const json = /^\s*[{[]/.test(text) ? parseJson(text) : undefined
  if (json === undefined) {
    if (/\.json$/i.test(name))
      throw new ReportUnreadableError(`${name} is no valid JSON. Save the issue again, or give its text as Markdown.`)
    return finish({ name, title: null, text, origin: 'markdown', notes })
  }
  for (const dialect of dialects) {
    try {
      const read = dialect.read(json)
      if (read !== null) return finish({ name, ...read, origin: dialect.origin, notes })
    } catch (error) {
      if (error instanceof DialectError) throw new ReportUnreadableError(`${name}: ${error.message}`)
      throw error
    }
  }
  throw new ReportUnreadableError(
    `${name} is JSON, but no issue of GitHub (title, body) or GitLab (title, description). Give the issue’s JSON or its text.`,
  )
}

function finish(source: ReportSource): ReportSource {
  // What will be cut anyway is not worth the time of tidying it.
  const text = normaliseText(source.text.slice(0, keptCharacters * 2))
  if (text.trim() === '' && (source.title ?? '').trim() === '')
    throw new ReportUnreadableError(`${source.name} is empty. Give a report with some text in it.`)
  if (text.length <= keptCharacters) return { ...source, text }
  const cut = text.slice(0, text.lastIndexOf('\n', keptCharacters))
  return {
    ...source,
    text: cut,
    notes: [...source.notes, `The report is long: it was read up to line ${cut.split('\n').length}.`],
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toText(name: string, bytes: Buffer): { text: string; notes: string[] } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), notes: ['The report was UTF-16.'] }
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), notes: ['The report was UTF-16.'] }
  if (bytes.subarray(0, 8000).includes(0))
    throw new ReportUnreadableError(`${name} is a binary file. Give a report as text, Markdown or issue JSON.`)
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notes: [] }
  } catch {
    return {
      text: new TextDecoder('windows-1252').decode(bytes),
      notes: ['The report is not valid UTF-8; it was read as Windows-1252.'],
    }
  }
}
