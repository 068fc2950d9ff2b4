import type { Report, Statement } from '../../shared/report.ts'
import type { ReportParts } from './parts.ts'
import { type Field, fieldOfHeading, sectioned } from './sections.ts'
import { sentencesOf } from './sentences.ts'

type Statements = Pick<Report, Field>

const said: [Field, RegExp][] = [
  [
    'expected',
    /\b(?:expect(?:ed|s|ing)?\b|should\b|wanted\b|supposed to|ought to|would (?:have )?(?:like|expect|be right)|must be|has to be|looking for|deber[ií]a\w*|esperaba|sollte\w*|erwarte\w*|müsste\w*|devrait|attend(?:s|ais)?\b|deveria|esperav\w+)|应该|期望|预期|はず|べき|должн|ожида/i,
  ],
  [
    'steps',
    /\b(?:to reproduce|steps|run(?:ning)? (?:`|this|the)|following (?:code|script|command|snippet)|execute|reproducer|um es nachzustellen|para reproducir\w*|pour reproduire)\b|^(?:\d+[.)]\s|first,|then,? (?:run|call|open|start))/i,
  ],
  [
    'observed',
    /\b(?:but (?:i )?(?:get|got|it)\b|instead\b|returns?\b|gives?\b|prints?\b|rais(?:es|ed)\b|throws?\b|fail(?:s|ed)?\b|crash\w*|dies\b|hangs?\b|stays?\b|never\b|nan\b|error\b|observed\b|actually\b|comes out|i (?:see|get|got)\b|wrong\b|differ\w*|ignor(?:es|ed)\b|leak\w*|grow(?:s|ing)\b|slow\w*|stuck\b|dropped\b|bekomme\b|obtengo\b|sale\b|obtiens\b|recebo\b)|报错|卡住|得到|になる|получа/i,
  ],
  [
    'data',
    /\b(?:data ?sets?|samples|images|pictures|rows|sentences|documents|tokens|batch(?:es)? of|of shape|shape (?:is )?[([]?\d|csv|parquet|\.jpg|\.png|\.npy|\.npz|\.h5|daten(?:satz|sätze)|datos|données|dados)\b|数据|データ|данны/i,
  ],
]
const most: Record<Field, number> = { problem: 40, observed: 40, expected: 20, steps: 30, data: 20 }

/** Problem, observed, expected, steps and data, by the report's headings and, where it has none, by its sentences. */
export function findStatements(parts: ReportParts): Statements {
  const found: Statements = { problem: [], observed: [], expected: [], steps: [], data: [] }
  if (parts.title !== '') found.problem.push({ text: parts.title, lines: { start: 1, end: 1 } })
  for (const piece of sectioned(parts.prose, parts.title)) {
    if (piece.text === piece.heading || piece.text === parts.title || piece.text.trim() === '') continue
    const field = fieldOfHeading(piece.heading, parts.title)
    if (field === 'ignored') continue
    for (const sentence of sentencesOf(piece)) {
      const fields = new Set<Field>(said.filter(([, pattern]) => pattern.test(sentence.text)).map(([name]) => name))
      if (field !== null) fields.add(field)
      if (fields.size === 0) fields.add('problem')
      for (const name of fields) found[name].push(sentence)
    }
  }
  found.expected.push(...wishesInCode(parts))
  for (const field of Object.keys(most) as Field[]) found[field] = found[field].slice(0, most[field])
  return found
}

/** `# should be (1, 6)` */
function wishesInCode({ snippets, text }: ReportParts): Statement[] {
  const lines = text.split('\n')
  return snippets.flatMap((snippet) =>
    lines.slice(snippet.lines.start - 1, snippet.lines.end).flatMap((line, i) => {
      const wish = /#\s*(.*\b(?:should|expect\w*|wanted)\b.*)$/i.exec(line)?.[1]
      const at = snippet.lines.start + i
      return wish === undefined ? [] : [{ text: wish, lines: { start: at, end: at } }]
    }),
  )
}
