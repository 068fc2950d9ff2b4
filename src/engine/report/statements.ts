import type { Report, Statement } from '../../shared/report.ts'
import type { Prose, ReportParts } from './parts.ts'

type Statements = Pick<Report, 'problem' | 'observed' | 'expected' | 'steps' | 'data'>
type Field = keyof Statements

const headings: [Field, RegExp][] = [
  ['expected', /expect|should|wanted|desired|erwartet|esperad|attendu|期待|预期|ожида/i],
  ['steps', /reproduc|steps|how to|what i ran|minimal|poc|code example|schritte|pasos|étapes|复现|再现|воспроизв/i],
  [
    'observed',
    /actual|current|observed|got|output|result|error|traceback|log|happens|what happened|ergebnis|resultado|résultat|实际|結果|фактич/i,
  ],
  ['data', /\bdata(set)?s?\b/i],
  ['problem', /describe|description|bug|problem|summary|issue|what|beschreibung|descripci|描述|概要|описание/i],
]
const ignored = /version|environment|environ|system|checklist|additional|context|umgebung|entorno|环境|環境|окружен/i
const sentences: [Field, RegExp][] = [
  [
    'expected',
    /\b(expect(?:ed|s)?\b|should\b|wanted|supposed to|ought to|would like|must be|has to be|i(?: a|’|')m looking for|deber[ií]a|sollte|devrait)/i,
  ],
  ['steps', /\b(to reproduce|steps|run(?:ning)? `|following (?:code|script|command)|copied them)\b/i],
  [
    'observed',
    /\b(but (?:i )?(?:get|got|it)|instead|returns?|gives?|prints?|raises?|throws?|fails?|crash\w*|dies|hangs?|stays?|never|nothing but|nan\b|error\b|observed|actually|comes out|i see|wrong|differ)/i,
  ],
  [
    'data',
    /\b(data ?sets?|samples|images|pictures|rows|spectra|tokens|batch(?:es)? of|shape \(?\d|csv|\.jpg|\.npy)\b/i,
  ],
]

/** Problem, observed, expected, steps and data, by the report's headings and, where it has none, by its sentences. */
export function findStatements(parts: ReportParts): Statements {
  const found: Statements = { problem: [], observed: [], expected: [], steps: [], data: [] }
  const title: Statement = { text: parts.title, lines: { start: 1, end: 1 } }
  for (const piece of parts.prose) {
    if (piece.text === piece.heading || piece.text === parts.title || piece.text.trim() === '') continue
    const field = fieldOfHeading(piece.heading)
    if (field === 'ignored') continue
    for (const sentence of split(piece)) {
      const said = sentences.filter(([, pattern]) => pattern.test(sentence.text)).map(([name]) => name)
      for (const name of new Set<Field>([...(field === null ? [] : [field]), ...said])) found[name].push(sentence)
      if (field === null && said.length === 0) found.problem.push(sentence)
    }
  }
  if (parts.title !== '') found.problem.unshift(title)
  for (const cell of parts.snippets.flatMap((s) => s.cells)) {
    for (const [i, line] of cell.code.split('\n').entries()) {
      const comment = /#\s*(.*\b(?:should|expect\w*|wanted)\b.*)$/i.exec(line)?.[1]
      const at = cell.lines.start + i
      if (comment !== undefined) found.expected.push({ text: comment, lines: { start: at, end: at } })
    }
  }
  return {
    problem: found.problem.slice(0, 40),
    observed: found.observed.slice(0, 40),
    expected: found.expected.slice(0, 20),
    steps: found.steps.slice(0, 30),
    data: found.data.slice(0, 20),
  }
}

function fieldOfHeading(heading: string | null): Field | 'ignored' | null {
  if (heading === null) return null
  if (ignored.test(heading)) return 'ignored'
  return headings.find(([, pattern]) => pattern.test(heading) && heading.split(/\s+/).length <= 6)?.[0] ?? null
}

/** Sentences of a paragraph with their lines. */
function split(piece: Prose): Statement[] {
  const found: Statement[] = []
  let line = piece.lines.start
  for (const sentence of piece.text.split(/(?<=[.!?])\s+(?=[A-ZÀ-Þ¿¡`(])/)) {
    const height = sentence.split('\n').length - 1
    if (sentence.trim() !== '')
      found.push({
        text: sentence.replace(/\s+/g, ' ').trim(),
        lines: { start: line, end: Math.min(line + height, Math.max(piece.lines.end, line + height)) },
      })
    line += height
  }
  return found
}
