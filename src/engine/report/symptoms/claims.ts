import type { Block, Statement } from '../../../shared/report.ts'
import type { Prose, ReportParts } from '../parts.ts'
import { fieldOfHeading } from '../sections.ts'
import { sentencesOf } from '../sentences.ts'
import type { Claim, Claims } from './detector.ts'
import { quotedOutput, readsAsProse } from './quoted-output.ts'

const maxLines = 5000
const keptOfOutput = 300
/** Of a sentence; what is longer was printed or generated. */
const longest = 800
const mostSentences = 3000
/** Sections that speak of something else. */
const aside =
  /workaround|alternativ|checklist|additional context|related issues|possible (?:fix|solution)|proposed fix|what i would change/i
const wish =
  /^\W*(?:expected|erwartet|desired|wanted)\b\W*(?:behaviou?r|result|output)?\s*[:.]|\b(?:I|we)(?:['’]d| would)? (?:have )?(?:expect(?:ed)?|like|want|hope)\b(?![^.]*\b(?:but|instead|however)\b)|\bich hätte erwartet|\bdebería|\bje m['’]attend|\b期待|\b应该|\bожида/i

/** Everything of the report that may claim a symptom, split so that each piece says one thing. */
export function claimsOf(parts: ReportParts): Claims {
  const title: Claim = { text: parts.title.slice(0, longest), lines: { start: 1, end: 1 }, from: 'title' }
  const prose = parts.prose.filter((p) => p.text !== parts.title && p.text !== p.heading && !isAside(p, parts.title))
  const spoken = parts.blocks.filter(readsAsProse).map(({ text, lines }) => ({ text, lines, heading: null }))
  const sentences = [...prose, ...spoken].flatMap((p) =>
    sentencesOf(p).map((s) => ({ ...s, wanted: isWanted(p, s.text, parts.title) })),
  )
  const claim = ({ text, lines }: Statement): Claim => ({ text: text.slice(0, longest), lines, from: 'prose' })
  return {
    parts,
    sentences: [
      title,
      ...sentences
        .filter((s) => !s.wanted)
        .slice(0, mostSentences)
        .map(claim),
      ...commentsOf(parts),
    ],
    wanted: sentences.filter((s) => s.wanted).map(claim),
    printed: [
      ...parts.blocks
        .filter((b) => (b.kind === 'output' && !readsAsProse(b)) || b.kind === 'traceback')
        .flatMap(linesOfBlock),
      ...answersOf(parts),
    ],
    quoted: quotedOutput(parts),
  }
}

const isAside = ({ heading, text }: Prose, title: string) =>
  (heading !== null && heading !== title && (fieldOfHeading(heading, title) === 'ignored' || aside.test(heading))) ||
  /^\s*[-*] \[[ x]\] /i.test(text)

const isWanted = (piece: Prose, sentence: string, title: string) =>
  fieldOfHeading(piece.heading, title) === 'expected' || wish.test(sentence)

const linesOfBlock = (block: Block): Claim[] =>
  ends(block.text.split('\n')).map(({ text, index }) => {
    const at = Math.min(block.lines.start + index, block.lines.end)
    return { text: text.slice(0, 1000), lines: { start: at, end: at }, from: 'output' }
  })

/** The beginning and the end of an output: what lies between is more of the same. */
const ends = (rows: string[]) =>
  rows
    .map((text, index) => ({ text, index }))
    .filter(({ index }) => index < keptOfOutput || index >= rows.length - keptOfOutput)

const answersOf = ({ snippets }: ReportParts): Claim[] =>
  snippets
    .flatMap((s) => s.cells)
    .flatMap(({ output, lines }) =>
      output === null
        ? []
        : ends(output.split('\n')).map(({ text }): Claim => ({ text: text.slice(0, 1000), lines, from: 'output' })),
    )

/** Comments in the reporter's code: `# stays at zero`. Code that is commented out claims nothing. */
function commentsOf({ blocks }: ReportParts): Claim[] {
  return blocks
    .filter((b) => b.kind === 'reproducer')
    .flatMap((block) =>
      block.text
        .split('\n')
        .slice(0, maxLines)
        .flatMap((line, i): Claim[] => {
          const text = /(?:^|\s)#+\s*(\S[^\n]{3,300})$/.exec(line)?.[1]
          const at = Math.min(block.lines.start + i, block.lines.end)
          if (text === undefined || /^[\w.]+\s*=[^=]|^(?!(?:tensor|array|torch\.Size)\()[\w.]+\(.*\)\s*$/.test(text))
            return []
          return [{ text, lines: { start: at, end: at }, from: 'comment' }]
        }),
    )
}
