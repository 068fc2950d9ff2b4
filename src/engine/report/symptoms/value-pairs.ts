import type { Statement } from '../../../shared/report.ts'
import { fieldOfHeading } from '../sections.ts'
import type { Claims } from './detector.ts'
import { isOtherRun } from './quoted-output.ts'

export type Pair = { got: string | null; wanted: string | null; lines: Statement['lines'] }

/** A value as prose writes it: in back-ticks or quotes, in brackets, a number, or up to six words. */
const V = String.raw`(\`[^\`\n]{1,120}\`|"[^"\n]{1,120}"|(?:\w+(?:\.\w+)*)?[([{][^\n]{0,100}?[)\]}]|[-+]?\d[\w.%/e+-]*\w|[-+]?\d%?|(?:[\w'-]+ ){0,5}[\w'-]+)`
const sentencePatterns: [RegExp, 'got-wanted' | 'wanted-got'][] = [
  [
    new RegExp(
      String.raw`\bexpect\w*:?(?: to (?:be|get|see|have|return))? ${V}[,;.]? (?:but |and |I )*(?:got|get|gets|observed|actual|was|is|found|received|returned|it (?:is|returns|gives|was)):? ${V}`,
      'i',
    ),
    'wanted-got',
  ],
  [
    new RegExp(
      String.raw`\bshould (?:be|return|give|have|print|contain|yield) ${V}[,;]? (?:but|and) (?:is|it is|it's|returns|gives|got|I get|it returns|it gives|has|prints|was)(?: only)? ${V}`,
      'i',
    ),
    'wanted-got',
  ],
  [
    new RegExp(
      String.raw`\b(?:got|get|observed|actual|received):? ${V}[,;]? (?:but )?(?:expected|wanted|should be|want):? ${V}`,
      'i',
    ),
    'got-wanted',
  ],
  [
    new RegExp(
      String.raw`\b(?:returns?|gives?|is|are|has|have|get|got|prints?|yields?|computes?|shows?|outputs?|contains?|uses?|of|shape|produces?|was)(?: only| a| an| the)? ${V} (?:instead of|rather than|and not|where it should be|when it should be|(?:but|though) (?:it )?should (?:be|have been)|while it should be|not)(?: a| an| the)? ${V}`,
      'i',
    ),
    'got-wanted',
  ],
  [new RegExp(String.raw`\b(?:is|are|be) ${V},? (?:and )?not ${V}`, 'i'), 'wanted-got'],
]
const wantedWords = String.raw`(?:should (?:be|print|give|return)|expect\w*:?(?: to be)?|want\w*:?|must be|correct:?|instead of|has to be|↔|vs\.?)`

/** What the report got and what it wanted, from comments, the reporter's own assertion, sections and sentences, in this order. */
export function valuePair(claims: Claims): Pair | null {
  const found = fromComments(claims) ?? fromAssertion(claims) ?? fromSections(claims) ?? fromSentences(claims)
  if (found === null || found.got === null || found.wanted === null) return found
  // What was printed is what was got, whichever way round the sentence says it.
  const printed = claims.quoted?.text.trim() ?? ''
  return printed === found.wanted ? { ...found, got: found.wanted, wanted: found.got } : found
}

function fromComments({ sentences }: Claims): Pair | null {
  for (const { text, lines, from } of sentences) {
    if (from !== 'comment') continue
    const both = new RegExp(
      String.raw`^(?:got|prints?|gives?|returns?|is|->|=>|output)?:?\s*(.{1,120}?)[,;]?\s*\(?(?:but )?${wantedWords}\s+(.{1,120}?)$`,
      'i',
    ).exec(text)
    if (both !== null && /^[\W\d]|^\w+$|^(?:tensor|array|torch)/.test(both[1] ?? ''))
      return pair(both[1], both[2], lines)
    const reversed =
      /^(?:expect\w*|should be|want\w*):?\s+(.{1,100}?)[,;]\s*(?:but )?(?:got|is|gives|was|returns)\s+(.{1,100})$/i.exec(
        text,
      )
    if (reversed !== null) return pair(reversed[2], reversed[1], lines)
    const wanted =
      /^(?:this |it )?(?:should (?:be|print|give|return)|expect\w*:?(?: to be)?|want\w*:?|must be)\s+(.{1,120})$/i.exec(
        text,
      )
    if (wanted !== null) return pair(null, wanted[1], lines)
  }
  return null
}

/** `assert a == 3, (a, 3)  # AssertionError: (2, 3)`: the message holds both. */
function fromAssertion({ parts }: Claims): Pair | null {
  for (const block of parts.blocks) {
    const rows = block.text.split('\n')
    for (const [i, row] of rows.entries()) {
      const match = /AssertionError:?\s*\(?\s*([^,()]+(?:\([^()]*\))?)\s*,\s*([^,()]+(?:\([^()]*\))?)\s*\)?\s*$/.exec(
        row,
      )
      if (match === null) continue
      const asserted = rows
        .slice(Math.max(0, i - 3), i + 1)
        .map((r) => /\bassert (.+?) == (.+?)(?:,|$)/.exec(r))
        .find((m) => m !== null)
      const literalFirst = asserted !== null && asserted !== undefined && /^[\d("']/.test((asserted[1] ?? '').trim())
      const line = Math.min(block.lines.start + i, block.lines.end)
      return literalFirst
        ? pair(match[2], match[1], { start: line, end: line })
        : pair(match[1], match[2], { start: line, end: line })
    }
  }
  return null
}

function fromSections(claims: Claims): Pair | null {
  const got = sectionText(claims, 'observed')
  const wanted = sectionText(claims, 'expected')
  if (wanted === null) return null
  return { got: got?.text ?? null, wanted: wanted.text, lines: wanted.lines }
}

/** What a section shows: its first output, else the only short sentence in it. */
function sectionText({ parts }: Claims, field: 'observed' | 'expected'): Statement | null {
  const headingOf = (line: number) => parts.prose.filter((p) => p.lines.end < line).at(-1)?.heading ?? null
  const block = parts.blocks.find((b) => {
    if (
      !/^(?:output|other|reproducer|traceback)$/.test(b.kind) ||
      fieldOfHeading(headingOf(b.lines.start), parts.title) !== field
    )
      return false
    return field === 'expected' || (b.kind === 'output' && !isOtherRun(b, parts))
  })
  if (block !== undefined && block.text.length <= 600) return { text: block.text.trim(), lines: block.lines }
  if (field === 'observed') return null
  const said = parts.prose.find((p) => p.text !== p.heading && fieldOfHeading(p.heading, parts.title) === field)
  return said === undefined || said.text.length > 300
    ? null
    : { text: said.text.replace(/\s+/g, ' '), lines: said.lines }
}

function fromSentences({ sentences, wanted }: Claims): Pair | null {
  for (const { text, lines, from } of [...sentences, ...wanted]) {
    if (from === 'comment') continue
    for (const [pattern, order] of sentencePatterns) {
      const match = pattern.exec(text)
      if (match === null) continue
      if (
        /\b(?:do|did|is|was|does|am) not\b|n['’]t\b/.test(match[0]) &&
        order === 'wanted-got' &&
        !/expect|should/i.test(match[0])
      )
        continue
      return order === 'got-wanted' ? pair(match[1], match[2], lines) : pair(match[2], match[1], lines)
    }
  }
  return null
}

function pair(got: string | null | undefined, wanted: string | null | undefined, lines: Statement['lines']): Pair {
  return { got: clean(got), wanted: clean(wanted), lines }
}

function clean(text: string | null | undefined): string | null {
  const value = text
    ?.trim()
    .replace(/^`([^`]*)`$|^"([^"]*)"$/, '$1$2')
    .replace(/[,;:]$/, '')
    .trim()
  if (value === undefined || value === '') return null
  return value.endsWith(')') && !value.includes('(') ? value.slice(0, -1) : value
}
