import type { Nodes, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { LineSpan } from '../../shared/report.ts'
import type { Prose } from './parts.ts'
import { lookOf, looksLikeOutput, looksLikeValue } from './python-likeness.ts'

/** A piece of the report that is not prose, before it is classified. */
export type RawBlock = { text: string; lines: LineSpan; language: string | null; fenced: boolean; heading: string | null; before: string }

/** Markdown longer than this is read as plain text: nobody writes it, programs print it. */
const maxMarkdown = 400_000

/** Fenced, indented, quoted and bare blocks of the text, and the prose around them. */
export function findBlocks(text: string): { blocks: RawBlock[]; prose: Prose[] } {
  const lines = text.split('\n')
  const bare = bareRegions(lines)
  const hidden = new Set(bare.flatMap(({ start, end }) => Array.from({ length: end - start + 1 }, (_, i) => start + i)))
  const visible = lines.map((line, i) => (hidden.has(i + 1) ? '' : line)).join('\n')
  const root: Root = fromMarkdown(visible.slice(0, maxMarkdown), { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const blocks: RawBlock[] = []
  const prose: Prose[] = []
  let heading: string | null = null
  let before = ''
  const visit = (node: Nodes): void => {
    const span = { start: node.position?.start.line ?? 1, end: node.position?.end.line ?? 1 }
    const source = () => visible.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0)
    switch (node.type) {
      case 'code': {
        const fence = /^\s*(?:[-*>]\s*)*(`{3,}|~{3,})/.test(lines[span.start - 1] ?? '')
        const inner = fence ? { start: span.start + 1, end: Math.max(span.start + 1, span.end - 1) } : span
        blocks.push({ text: node.value, lines: inner, language: node.lang?.toLowerCase() ?? null, fenced: fence, heading, before })
        return
      }
      case 'heading':
        heading = plain(source())
        prose.push({ text: heading, lines: span, heading })
        before = heading
        return
      case 'html': {
        const pre = /<pre[^>]*>(?:\s*<code[^>]*>)?([\s\S]*?)(?:<\/code>\s*)?<\/pre>/i.exec(node.value)
        if (pre !== null) blocks.push({ text: unescapeHtml(pre[1] ?? ''), lines: span, language: null, fenced: true, heading, before })
        return
      }
      case 'paragraph': {
        const raw = source()
        const bold = /^\*\*([^*\n]{2,60})\*\*:?\s*$|^__([^_\n]{2,60})__:?\s*$/.exec(raw)
        if (bold !== null) heading = bold[1] ?? bold[2] ?? heading
        const code = /^`([^`\n]+)`\s*$/.exec(raw)
        if (code !== null && lookOf(code[1] as string) === 'strong') {
          blocks.push({ text: code[1] as string, lines: span, language: null, fenced: false, heading, before })
        }
        const shown = printedTail(raw.split('\n'))
        const said = raw.split('\n').slice(0, raw.split('\n').length - shown.length).join('\n')
        if (said.trim() !== '') prose.push({ text: plain(said), lines: { start: span.start, end: span.end - shown.length }, heading })
        if (shown.length > 0) {
          const above = said.trim() === '' ? before : said
          blocks.push({ text: shown.join('\n'), lines: { start: span.end - shown.length + 1, end: span.end }, language: null, fenced: false, heading, before: above })
        }
        before = raw.split('\n').at(-1) ?? ''
        return
      }
      default:
        if ('children' in node) node.children.forEach(visit)
    }
  }
  root.children.forEach(visit)
  for (const span of bare) {
    const found = lines.slice(span.start - 1, span.end).join('\n')
    const above = prose.filter((p) => p.lines.end < span.start).at(-1)
    blocks.push({ text: found, lines: span, language: null, fenced: false, heading: above?.heading ?? null, before: above?.text ?? '' })
  }
  blocks.sort((a, b) => a.lines.start - b.lines.start)
  prose.sort((a, b) => a.lines.start - b.lines.start)
  return { blocks, prose }
}

/** The last lines of a paragraph that a program printed: all of it, or what stands below a line that ends in a colon. */
function printedTail(lines: string[]): string[] {
  const printed = (line: string) => looksLikeValue(line) || (looksLikeOutput(line) && /\d/.test(line))
  if (lines.every(printed)) return lines
  const colon = lines.findLastIndex((line) => /:\s*$/.test(line))
  const tail = lines.slice(colon + 1)
  return colon >= 0 && tail.length > 0 && tail.every((line) => printed(line) || /^[([{][^a-z]*$/.test(line.trim())) ? tail : []
}

const plain = (text: string) => text.replace(/<!--[\s\S]*?-->/g, '').replace(/^#+\s*/, '').replace(/<\/?[a-z][^>]{0,200}>/gi, '').trim()

function unescapeHtml(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

/** Code and sessions that stand between the paragraphs with no fence, as in a plain-text mail. */
function bareRegions(lines: string[]): LineSpan[] {
  const regions: LineSpan[] = []
  let fence: string | null = null
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const mark = /^\s*(?:[-*>]\s*)*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === null) fence = mark
      else if (mark.startsWith(fence) && line.trim() === mark) fence = null
      at += 1
      continue
    }
    if (fence !== null || /^(?: {4}|\t)/.test(line)) {
      at += 1
      continue
    }
    const end = regionEnd(lines, at)
    if (end === null) at += 1
    else {
      regions.push({ start: at + 1, end: end + 1 })
      at = end + 1
    }
  }
  return regions
}

/** Last index of a region that begins here; null where none does. */
function regionEnd(lines: string[], start: number): number | null {
  const first = lines[start] ?? ''
  const session = /^(>>> |In \[\d+\]:)/.test(first)
  if (!session && lookOf(first) !== 'strong' && lookOf(first) !== 'weak') return null
  let codeLines = 0
  let strong = 0
  let last = start
  for (let i = start; i < lines.length && i < start + 2000; i += 1) {
    const line = lines[i] ?? ''
    const look = lookOf(line)
    if (/^\s*(`{3,}|~{3,})/.test(line) || /^#{1,6} [A-Z]/.test(line)) break
    if (look === 'blank') {
      if (i - last > 2) break
      continue
    }
    const part = session
      ? /^(>>>|\.\.\.|In \[|Out\[|Traceback|  File |[A-Z]\w+Error:)/.test(line) || looksLikeValue(line) || look === 'indented'
      : look === 'strong' || look === 'weak' || (look === 'indented' && codeLines > 0)
    if (!part && !(session && i === last + 1 && !/^[A-Z][a-z]+ [a-z]+/.test(line))) break
    codeLines += 1
    if (look === 'strong') strong += 1
    last = i
  }
  if (session) return last
  return codeLines >= 3 && strong >= 2 ? last : null
}
