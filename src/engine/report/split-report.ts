import type { Block, ReportEnvironment, Snippet, Traceback } from '../../shared/report.ts'
import { distributionOf } from '../interpreters/distributions.ts'
import { classifyBlock } from './classify-block.ts'
import { type EnvironmentLine, findEnvironment } from './environment.ts'
import { findBlocks } from './find-blocks.ts'
import { uncommented } from './markdown-skeleton.ts'
import { notPython } from './notebook-lines.ts'
import type { Prose, ReportParts } from './parts.ts'
import type { ReportSource } from './read-report.ts'
import { readSnippet } from './read-snippet.ts'
import { errorsInProse, findTracebacks } from './traceback.ts'

/** Blocks, snippets, tracebacks, environment and prose, with the lines that each came from. */
export async function splitReport(source: ReportSource): Promise<ReportParts> {
  const { text } = source
  const { blocks: raw, prose } = findBlocks(text)
  const blocks: Block[] = raw.map((block) => ({
    text: block.text,
    lines: block.lines,
    language: block.language,
    ...classifyBlock(block),
  }))
  const snippets: Snippet[] = []
  for (const block of blocks) {
    if (block.kind !== 'reproducer') continue
    const snippet = await readSnippet(block.text, block.lines.start)
    if (snippet.code.trim() !== '') snippets.push(withOutputBelow(snippet, blocks))
  }
  const tracebacks = tracebacksOf(text.split('\n'), blocks, prose)
  return {
    title: source.title ?? titleOf(text, prose),
    text,
    origin: source.origin,
    environment: environmentOf(text, blocks, snippets, tracebacks),
    blocks,
    snippets,
    tracebacks,
    notes: picturesOnly(text, blocks) ? [...source.notes, onlyPictures] : source.notes,
    prose,
  }
}

/** Tracebacks of the whole text, quoted code left out, and the errors that prose names. */
function tracebacksOf(all: string[], blocks: Block[], prose: Prose[]): Traceback[] {
  const kinds: (Block['kind'] | undefined)[] = []
  for (const { kind, lines } of blocks) for (let i = lines.start; i <= lines.end; i += 1) kinds[i] = kind
  const lines = all.map((raw, i) => {
    const kind = kinds[i + 1]
    if (kind === 'library-code' || kind === 'configuration') return ''
    const line = raw.replace(/^\s*`([^`]+)`\s*$/, '$1').replace(/^ {0,3}(?:>(?!>>) ?)+/, '')
    return kind === undefined && goesOnAsProse.test(line) ? '' : line
  })
  const found = findTracebacks(lines)
  const known = new Set(found.flatMap((t) => t.exceptions.map((e) => `${e.type}: ${e.message.split('\n')[0]}`)))
  for (const piece of prose) {
    if (piece.text === piece.heading) continue
    for (let number = piece.lines.start; number <= Math.min(piece.lines.end, piece.lines.start + 500); number += 1) {
      for (const quoted of errorsInProse(lines[number - 1] ?? '', number)) {
        const [error] = quoted.exceptions
        const name = `${error?.type}: ${error?.message}`
        if (!known.has(name) && !found.some((t) => t.lines.start <= number && number <= t.lines.end)) found.push(quoted)
        known.add(name)
      }
    }
  }
  return found.sort((a, b) => a.lines.start - b.lines.start)
}

/** Below an error that stands in the text with no fence, the sentence that comes next is not a part of its message. */
const goesOnAsProse = /^[A-Z][a-z'’]*(?:,? [\w'’`-]+){2,}(?![^\n]*(?:Error|Exception)[:`])/

const onlyPictures =
  'What the report shows is on screenshots only, and pictures are not read: ask for code and output as text.'

const picturesOnly = (text: string, blocks: Block[]) =>
  blocks.length === 0 && /!\[[^\]\n]{0,300}\]\(|<img\s|\.(?:png|jpe?g|gif)\b/i.test(text)

/** What plain code printed is the block of output that follows it, maybe behind the command that ran it. */
function withOutputBelow(snippet: Snippet, blocks: Block[]): Snippet {
  const last = snippet.cells.at(-1)
  if (last === undefined || last.output !== null) return snippet
  const next = blocks.find((b) => b.lines.start > snippet.lines.end && b.kind !== 'command')
  if (next?.kind !== 'output') return snippet
  const printed = next.text.split('\n')
  const first = printed.findIndex((line) => line.trim() !== '' && notPython(line) === null)
  const output = printed.slice(Math.max(0, first)).join('\n')
  return { ...snippet, cells: [...snippet.cells.slice(0, -1), { ...last, output, echo: false }] }
}

/** A tracker's template and a greeting say nothing of the bug. */
const formal =
  /^\W*(?:describe the bug|bug(?: report| description)?|issue(?: description)?|description|summary|problem(?: description)?|title|hi|hello|hey|dear|good (?:morning|day|evening)|hallo|hola|bonjour|buenas|(?:system )?information|(?:steps )?to reproduce|reproduction|environment|versions?|what happened\??|current behaviou?r|问题描述|描述|你好)\b[^.?!]{0,25}$/i

/** The report's own title: a line that says so, a heading at its top, else what it says first. */
function titleOf(text: string, prose: Prose[]): string {
  const first = text.split('\n').find((l) => l.trim() !== '') ?? ''
  const titled = /^\s*(?:#\s*)?(?:Title|Subject|Betreff|Re)\s*:\s*(.+)$/i.exec(first)
  if (titled !== null) return (titled[1] ?? '').trim()
  const lines = prose.flatMap((p) => p.text.split('\n').map((line) => ({ line, piece: p })))
  const asked = (piece: Prose) => /version|platform|environment|issue type|have you/i.test(piece.heading ?? '')
  const said = lines.filter(({ line, piece }) => !formal.test(line) && !asked(piece) && /\p{L}/u.test(line))
  // `Bug` and `Yes` answer a form; two words at the very top are a title.
  const [top] = said
  const wordy = said.find(({ line }) => line.trim().split(/\s+/).length > 2 || !/^[\p{ASCII}]*$/u.test(line))
  const telling = top !== undefined && (top.piece.lines.start <= 1 || wordy === undefined) ? top : wordy
  const heading = lines.find(({ line, piece }) => piece.heading === line && !formal.test(line))?.piece
  if (heading !== undefined && heading.lines.start <= 3) return heading.text
  const line = telling?.line ?? first.replace(/^#{1,6}\s*|^`{3,}.*$/g, '')
  const [sentence = line] = line.split(/(?<=[.?!])\s/)
  return sentence.trim().slice(0, 200)
}

/** Where versions may be read from: prose and dumps; code and output name versions of something else. */
function environmentLines(text: string, blocks: Block[]): EnvironmentLine[] {
  const kinds: (Block['kind'] | undefined)[] = []
  for (const { kind, lines } of blocks) for (let i = lines.start; i <= lines.end; i += 1) kinds[i] = kind
  let heading: string | null = null
  return uncommented(text.split('\n'))
    .map((line, number) => {
      // The form of a tracker asks in a heading and holds the answer in the paragraph below.
      const asked = heading
      heading = /^#{1,6} (.{2,60})$/.exec(line)?.[1] ?? (line.trim() === '' ? heading : null)
      const answer = asked !== null && line.trim() !== '' && line.length < 80 && kinds[number + 1] !== 'environment'
      return {
        text: answer ? `${asked}: ${line}` : line,
        number: number + 1,
        dump: kinds[number + 1] === 'environment',
      }
    })
    .filter(({ number }) => ['environment', 'other', 'command', undefined].includes(kinds[number]))
    .slice(0, 20_000)
}

/** What the report says, with what its code and its errors show: a printed `__version__`, an error of CUDA. */
function environmentOf(text: string, blocks: Block[], snippets: Snippet[], tracebacks: Traceback[]): ReportEnvironment {
  const said = findEnvironment(environmentLines(text, blocks))
  const versions = { ...said.versions }
  for (const cell of snippets.flatMap((s) => s.cells)) {
    const name = /(?:^|\n)(?:print\()?(\w+)\.__version__\)?\s*$/.exec(cell.code)?.[1]
    const version = /^['"]?(\d+\.\d[\w.+]*)['"]?\s*$/.exec(cell.output ?? '')?.[1]
    if (name !== undefined && version !== undefined) versions[distributionOf(name)] ??= { version, lines: cell.lines }
  }
  const failing = /CUDA (?:error|out of memory)|cuDNN error|CUBLAS_STATUS|NCCL|device-side assert|HIP error|\bcuda:\d/
  const onGpu = tracebacks.some((t) => t.exceptions.some((e) => failing.test(e.message)))
  return { ...said, versions, gpu: said.gpu || onGpu }
}
