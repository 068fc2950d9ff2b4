import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { LineSpan } from '../../shared/report.ts'
import { bareRegions, unquoted } from './bare-regions.ts'
import { withoutLineNumbers } from './line-numbers.ts'
import { markdownSkeleton, preformatted, shownOfFence } from './markdown-skeleton.ts'
import type { Prose } from './parts.ts'
import { lookOf, looksLikeOutput, looksLikeValue } from './python-likeness.ts'

/** A piece of the report that is not prose, before it is classified. */
export type RawBlock = {
  text: string
  lines: LineSpan
  language: string | null
  fenced: boolean
  heading: string | null
  before: string
}

type Found = { blocks: RawBlock[]; prose: Prose[] }

/** More than this nobody reads, and nobody wrote. */
const maxBlocks = 400

/** Markdown longer than this is read as plain text: nobody writes it, programs print it. */
const maxMarkdown = 400_000
/** A parser of Markdown takes up to 0.1 ms for each line. */
const maxFilled = 8000
/** Blocks are all that is asked of Markdown; what runs inside a line is left as it is written. */
const inlineConstructs = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'definition',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
]
const command =
  /^(?:[$%#>] )?(?:\w+=\S+ )*(?:python[\d.]*|torchrun|accelerate|pip3?|conda|deepspeed|bash|sh|git|docker|\.\/\S+) \S/
const comment = /^\*Comment of [^*\n]+\*$/

/** Fenced, indented, quoted and bare blocks of the text, and the prose around them. Each comment is a document of its own. */
export function findBlocks(text: string): Found {
  const lines = text.split('\n')
  const starts = [0, ...lines.flatMap((line, i) => (comment.test(line) && lines[i - 2] === '---' ? [i] : []))]
  const found: Found = { blocks: [], prose: [] }
  for (const [i, start] of starts.entries()) {
    const part = readDocument(lines.slice(start, starts[i + 1] ?? lines.length), start)
    for (const block of part.blocks) found.blocks.push(block)
    for (const piece of part.prose) found.prose.push(piece)
  }
  return { blocks: found.blocks.slice(0, maxBlocks), prose: found.prose }
}

function readDocument(lines: string[], offset: number): Found {
  const skeleton = markdownSkeleton(lines)
  const bare = bareRegions(skeleton)
  for (const { start, end } of bare) skeleton.fill('', start - 1, end)
  const visible = firstFilled(skeleton).join('\n').slice(0, maxMarkdown)
  const root: Root = fromMarkdown(visible, { extensions: [{ disable: { null: inlineConstructs } }] })
  const blocks: RawBlock[] = []
  const prose: Prose[] = []
  let heading: string | null = null
  let before = ''
  const add = (text: string, lines: LineSpan, more: Partial<RawBlock> = {}) =>
    blocks.push({ text, lines, language: null, fenced: false, heading, before, ...more })
  const visit = (node: Nodes): void => {
    const span = { start: node.position?.start.line ?? 1, end: node.position?.end.line ?? 1 }
    const source = () => visible.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
    switch (node.type) {
      case 'code': {
        const fenced = /^\s*(?:(?:[-*+>]|\d+[.)])\s*)*(`{3,}|~{3,})/.test(skeleton[span.start - 1] ?? '')
        const first = fenced ? span.start + 1 : span.start
        const inner = { start: first, end: first + node.value.split('\n').length - 1 }
        const language = node.lang?.toLowerCase().replace(/^[{.]+|[}]+$/g, '') ?? null
        const long = fenced && inner.end - inner.start > shownOfFence - 10
        const value = long ? insideFence(lines, span.start, inner) : node.value
        if (value.trim() === '') return
        if (language === preformatted) add(unescapeHtml(value), inner, { fenced })
        else add(withoutLineNumbers(value), inner, { language, fenced })
        return
      }
      case 'heading':
        heading = plain(source())
        prose.push({ text: heading, lines: span, heading })
        before = heading
        return
      case 'html': {
        const pre = /^[\s\S]{0,2000}?<pre[^<>]*>(?:\s*<code[^<>]*>)?([\s\S]*?)(?:<\/code>\s*)?<\/pre>/i.exec(node.value)
        const start = span.start + (pre?.[0].split(pre[1] ?? '')[0]?.split('\n').length ?? 1) - 1
        if (pre !== null) add(unescapeHtml(pre[1] ?? ''), { start, end: span.end }, { fenced: true })
        return
      }
      case 'paragraph':
        paragraph(source(), span)
        return
      default:
        if ('children' in node) node.children.forEach(visit)
    }
  }
  const paragraph = (raw: string, span: LineSpan) => {
    const bold = /^\*\*([^*\n]{2,60})\*\*:?\s*$|^__([^_\n]{2,60})__:?\s*$/.exec(raw)
    if (bold !== null) heading = bold[1] ?? bold[2] ?? heading
    const rows = raw.split('\n').map((line) => unquoted(line).trim())
    const ticked = tickedCode(rows)
    if (ticked !== null) {
      const previous = blocks.at(-1)
      const goesOn =
        previous !== undefined && !previous.fenced && span.start - previous.lines.end <= 2 && before === ticked
      if (goesOn)
        Object.assign(previous, {
          text: `${previous.text}\n${ticked}`,
          lines: { start: previous.lines.start, end: span.end },
        })
      else add(ticked, span)
      return
    }
    if (
      rows.length >= 2 &&
      /^\|?[\s:|-]*-{2,}[\s:|-]*$/.test(rows[1] ?? '') &&
      rows.every((row) => row.includes('|'))
    ) {
      add(rows.join('\n'), span)
      return
    }
    const tail = /version|platform|environment/i.test(heading ?? '') ? [] : printedTail(rows)
    const head = rows.slice(0, rows.length - tail.length)
    if (head.length > 0)
      prose.push({
        text: plain(head.join('\n')),
        lines: { start: span.start, end: span.start + head.length - 1 },
        heading,
      })
    before = head.at(-1) ?? before
    if (tail.length > 0) add(tail.join('\n'), { start: span.end - tail.length + 1, end: span.end })
  }
  root.children.forEach(visit)
  for (const span of bare) {
    const found = lines
      .slice(span.start - 1, span.end)
      .map(unquoted)
      .join('\n')
    const above = prose.filter((p) => p.lines.end < span.start).at(-1)
    blocks.push({
      text: found,
      lines: span,
      language: null,
      fenced: false,
      heading: above?.heading ?? null,
      before: above?.text ?? '',
    })
  }
  const moved = <T extends { lines: LineSpan }>(found: T[]) =>
    found
      .sort((a, b) => a.lines.start - b.lines.start)
      .map((f) => ({ ...f, lines: { start: f.lines.start + offset, end: f.lines.end + offset } }))
  return { blocks: moved(blocks), prose: moved(prose) }
}

function firstFilled(lines: string[]): string[] {
  let filled = 0
  return lines.map((line) => {
    if (line.trim() !== '') filled += 1
    return filled > maxFilled ? '' : line
  })
}

/** The text of a long fence as it is written: without the quoting and the indentation of the fence itself. */
function insideFence(lines: string[], fence: number, span: LineSpan): string {
  const quote = /^ {0,3}>/.test(lines[fence - 1] ?? '')
  const indent = /^\s*/.exec(lines[fence - 1] ?? '')?.[0].length ?? 0
  return lines
    .slice(span.start - 1, span.end)
    .map((line) => (quote ? unquoted(line) : line.slice(0, indent).trim() === '' ? line.slice(indent) : line))
    .join('\n')
}

/** Code whose every line stands in back-ticks of its own, or all of it in one pair; null where it is prose. */
function tickedCode(rows: string[]): string | null {
  const each = rows.map((row) => /^(`{1,3})([^`]+)\1\s*\\?$/.exec(row)?.[2]?.trim())
  const whole = rows.length > 1 ? /^`([^`]+)`$/.exec(rows.join('\n'))?.[1] : undefined
  const code = each.every((row) => row !== undefined) ? each.join('\n') : whole
  if (code === undefined) return null
  const looks = code.split('\n').map(lookOf)
  return rows.length > 1 || looks[0] === 'strong' || (looks[0] === 'weak' && /[=(]/.test(code)) || command.test(code)
    ? code
    : null
}

/** The last lines of a paragraph that a program printed: all of it, or what stands below a line that ends in a colon. */
function printedTail(lines: string[]): string[] {
  const printed = (line: string) => looksLikeValue(line) || (looksLikeOutput(line) && /\d/.test(line))
  const [only = ''] = lines
  // One line of words and a number may be a sentence.
  if (
    lines.length === 1 &&
    !looksLikeValue(only) &&
    !/^\W*(?:epoch|step|iter|loss|train|val|test|acc)\w*\b|\d%\||={5}|\[[#=]{4}|[:=]\s*[-\d([]/i.test(only)
  )
    return []
  if (lines.every(printed)) return lines
  const colon = lines.findLastIndex((line) => /:\s*$/.test(line))
  const tail = lines.slice(colon + 1)
  return colon >= 0 && tail.length > 0 && tail.every((line) => printed(line) || /^[([{][^a-z]*$/.test(line.trim()))
    ? tail
    : []
}

const plain = (text: string) =>
  text
    .replace(/^#{1,6}\s*/, '')
    .replace(/^\[[ xX]\]\s/, '')
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .trim()

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
