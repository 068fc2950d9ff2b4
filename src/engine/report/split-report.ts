import type { Block, Snippet, Traceback } from '../../shared/report.ts'
import { classifyBlock } from './classify-block.ts'
import { findEnvironment } from './environment.ts'
import { findBlocks } from './find-blocks.ts'
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
  return {
    title: source.title ?? titleOf(text, prose),
    text,
    origin: source.origin,
    environment: findEnvironment(environmentLines(text, blocks)),
    blocks,
    snippets,
    tracebacks: tracebacksOf(text.split('\n'), blocks, prose),
    notes: source.notes,
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
  const known = new Set(found.flatMap((t) => t.exceptions.map((e) => `${e.type}: ${e.message}`)))
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

/** A plain cell's output is the block of output that follows the code. */
function withOutputBelow(snippet: Snippet, blocks: Block[]): Snippet {
  const last = snippet.cells.at(-1)
  if (last === undefined || last.output !== null || snippet.cells.length > 1) return snippet
  const next = blocks.find((b) => b.lines.start > snippet.lines.end)
  if (next?.kind !== 'output') return snippet
  return { ...snippet, cells: [{ ...last, output: next.text, echo: false }] }
}

function titleOf(text: string, prose: Prose[]): string {
  const lines = text.split('\n')
  const titled = /^\s*(?:#\s*)?(?:Title|Subject|Betreff)\s*:\s*(.+)$/i.exec(lines.find((l) => l.trim() !== '') ?? '')
  if (titled !== null) return (titled[1] as string).trim()
  const heading = prose.find((p) => p.heading !== null && p.text === p.heading)
  const first =
    lines
      .find((l) => l.trim() !== '' && !l.startsWith('```'))
      ?.replace(/^#+\s*/, '')
      .trim() ?? ''
  return heading !== undefined && heading.lines.start <= 3 ? heading.text : first.slice(0, 200)
}

/** Where versions may be read from: prose and dumps; code and output name versions of something else. */
function environmentLines(text: string, blocks: Block[]): { text: string; number: number }[] {
  const other = blocks.filter((b) => b.kind !== 'environment' && b.kind !== 'other' && b.kind !== 'command')
  return text
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '))
    .split('\n')
    .map((line, i) => ({ text: line, number: i + 1 }))
    .filter(({ number }) => !other.some((b) => b.lines.start <= number && number <= b.lines.end))
    .slice(0, 20_000)
}
