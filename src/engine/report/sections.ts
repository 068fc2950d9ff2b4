import type { Report } from '../../shared/report.ts'
import type { Prose } from './parts.ts'

export type Field = keyof Pick<Report, 'problem' | 'observed' | 'expected' | 'steps' | 'data'>

const longest = 7
const ignored =
  /^\W*(?:your |system |my )?(?:versions?\b|environment|environ|system(?: info\w*)?\W*$|info\b|platform|specs\b|set-?up\W*$|checklist|check ?list|additional|context\W*$|other info|screenshots?|who can help|umgebung|entorno|environnement|ambiente|before (?:you|submitting|asking)|prerequisites|related|code of conduct)|\b(?:versions?|environment|system information|package versions)\W*$|环境|版本|環境|バージョン|окружен|версия/i
const fields: [Field, RegExp][] = [
  [
    'expected',
    /^\W*(?:(?:the |my )?expected\b|expectations?\b|what (?:did |do )?(?:you|i|we|should|was|is)\b[^.]*\b(?:expect\w*|happen|want\w*)\W*$(?<!what happens?)|desired|wanted|should be\b|how it should|erwartet\w*|comportamiento esperado|(?:resultado|salida) esperad|comportement attendu|résultat attendu|comportamento esperado)|\bexpected\b|期待|预期|ожида/i,
  ],
  [
    'steps',
    /\b(?:reproduc\w*|repro|steps|how to (?:reproduce|trigger)|what i (?:ran|did)|minimal|mwe|mre|poc|code(?: example| sample| snippet)?|example|script|test case|command|schritte|nachstellen|pasos|reproducir|étapes|reproduire|passos|reproduzir)\b|复现|代码|再現|コード|воспроизв|шаги/i,
  ],
  [
    'observed',
    /\b(?:actual\w*|current\w*|observed|what (?:i )?(?:got|get|see|saw)|outputs?|results?|errors?|traceback|stack ?trace|logs?|happens|happened|symptoms?|ergebnis|ausgabe|fehlermeldung|tatsächlich\w*|resultado|salida|actual|résultat|sortie|obtenu|saída|mensagem)\b|实际|输出|报错|日志|結果|出力|エラー|фактич|результат|ошибка/i,
  ],
  ['data', /^\W*(?:the )?(?:training |input )?data ?(?:sets?)?\W*$/i],
  [
    'problem',
    /\b(?:describe|description|bug|problem|summary|issue|overview|what(?:['’]s| is)?|beschreibung|descripción|descrição|description|problème|problema)\b|描述|问题|概要|問題|описание|проблема/i,
  ],
]

/** What a heading announces, in any wording; `ignored` for environments and check lists, null where it names a thing. The title announces nothing. */
export function fieldOfHeading(heading: string | null, title: string): Field | 'ignored' | null {
  if (heading === null || heading === title || heading.trim().split(/\s+/).length > longest) return null
  const text = heading.replace(/^[^\p{L}]+/u, '')
  const wanted = fields[0]
  if (wanted?.[1].test(text)) return 'expected'
  if (ignored.test(text)) return 'ignored'
  return fields.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

const bold = /^\s*(?:\*\*|__)([^*_\n]{2,70}?)(?:(?::|\.)?(?:\*\*|__))\s*[:.]?\s*(.*)$/
const plain = /^\s*(?:[-*•] |\d+[.)] )?([\p{Lu}\p{Lo}][^.:：\n`]{1,40})[:：]\s*(.*)$/u

/**
 * The prose with the headings that people write inside paragraphs: `**Expected behaviour**` above a line, `Expected: …` before
 * one. A bold line of its own opens a section; a word before text speaks for that text alone.
 */
export function sectioned(prose: Prose[], title: string): Prose[] {
  const found: Prose[] = []
  let given: string | null = null
  let open: string | null = null
  for (const piece of prose) {
    if (piece.heading !== given) open = piece.heading
    given = piece.heading
    let heading = open
    let rows: string[] = []
    let start = piece.lines.start
    const end = (line: number) => {
      const text = rows.join('\n').trim()
      if (text !== '') found.push({ text, lines: { start, end: Math.max(start, line) }, heading })
      rows = []
      start = line + 1
    }
    for (const [i, row] of piece.text.split('\n').entries()) {
      const at = Math.min(piece.lines.start + i, piece.lines.end)
      const named = headingIn(row, title)
      if (named === null || piece.text === piece.heading) {
        rows.push(row)
        continue
      }
      end(at - 1)
      start = at
      heading = named.heading
      found.push({ text: named.heading, lines: { start: at, end: at }, heading })
      if (named.rest === '') open = heading
      else rows.push(named.rest)
    }
    end(piece.lines.end)
  }
  return found
}

function headingIn(row: string, title: string): { heading: string; rest: string } | null {
  const marked = bold.exec(row)
  if (marked !== null) {
    const [heading, rest] = [marked[1] as string, marked[2] as string]
    return rest === '' || fieldOfHeading(heading, title) !== null ? { heading, rest } : null
  }
  const word = plain.exec(row)
  if (word === null || (word[1] as string).split(/\s+/).length > 5) return null
  const field = fieldOfHeading(word[1] as string, title)
  return field === null ||
    field === 'problem' ||
    field === 'ignored' ||
    /(?:Error|Exception|Warning)$/.test(word[1] as string)
    ? null
    : { heading: word[1] as string, rest: word[2] as string }
}
