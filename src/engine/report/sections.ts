import type { Report } from '../../shared/report.ts'

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
