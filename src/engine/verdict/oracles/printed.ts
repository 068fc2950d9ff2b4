import type { Oracle, OracleCall } from './oracle.ts'

/** Compares what the script prints with the output that the report quotes. */
export const printed: Oracle = {
  name: 'printed',
  calls({ symptom, script }) {
    if (!('quoted' in symptom) || symptom.quoted === null || !/\bprint\(/.test(script)) return []
    const lines = comparable(symptom.quoted.text)
    if (lines.length === 0) return []
    const wanted = 'wanted' in symptom && symptom.wanted ? `; wanted ${oneLine(symptom.wanted)}` : ''
    const call = (reported: string[], every: boolean, reason: string): OracleCall => ({
      oracle: 'printed',
      values: { REPORTED: reported, EVERY: every, WANTED: wanted },
      reason,
    })
    const calls = [call(lines, false, 'the script prints what the report shows')]
    const stuck = stuckRows(lines)
    if (stuck !== null)
      calls.push(call([stuck], true, 'each row prints the same value where the report shows it stuck'))
    const structural = structuralLines(lines)
    if (structural !== null && symptom.kind === 'wrong-value' && !seeded(script)) {
      calls.push(
        call(
          structural,
          false,
          'the script prints the shapes and values that the report shows; numbers drawn at random are left out',
        ),
      )
    }
    return calls
  },
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200)
const seeded = (script: string) => /\bseed\w*\(|PRNGKey\(|default_rng\(\d/.test(script)
const decimal = /[-+]?(?:\d+\.\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?\d+[eE][-+]?\d+/g
const anyNumber = /(?<![\w*])[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:[eE][-+]?\d+)?(?!\w)/g

/** Lines that a run can repeat: no shell prompts, progress bars, elisions, warnings with paths, or errors. */
function comparable(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '' && !/^(\.{3}|…|[~\w@/.:-]*[$#%]\s)/.test(line))
    .filter((line) => !/\d+%\||\[[=#>.-]{8,}\]|it\/s|\bWarning\b|^File "|Traceback/.test(line))
    .filter((line) => /[\w)]/.test(line))
    .slice(0, 60)
}

/**
 * The form of three or more rows that differ in some numbers and agree in others, as a metric that does not move: `*` where they
 * differ. Null where no number but the largest round totals stays put.
 */
export function stuckRows(lines: string[]): string | null {
  const forms = new Map<string, string[][]>()
  for (const line of lines) {
    const numbers = line.match(anyNumber) ?? []
    const form = line.replace(anyNumber, '#')
    if (numbers.length > 1) forms.set(form, [...(forms.get(form) ?? []), numbers])
  }
  const [form, rows] = [...forms].sort((a, b) => b[1].length - a[1].length)[0] ?? []
  if (form === undefined || rows === undefined || rows.length < 3) return null
  const first = rows[0] as string[]
  const constant = first.map((value, i) => rows.every((row) => row[i] === value))
  if (constant.every(Boolean) || !first.some((value, i) => constant[i] && isExtreme(value))) return null
  let at = 0
  return form.replace(/#/g, () => {
    const value = constant[at] ? (first[at] as string) : '*'
    at += 1
    return value
  })
}

/** 0, 1 and 100 are where metrics get stuck; a total that never changes says nothing. */
const isExtreme = (value: string) => [0, 1, 100].includes(Number(value)) || /\.\d/.test(value)

/** Lines with decimals left open, where something else says what is wrong: a shape, a truth value, None or NaN. */
function structuralLines(lines: string[]): string[] | null {
  const open = lines.map((line) => line.replace(decimal, '*'))
  const telling =
    open.some((line, i) => line !== lines[i]) &&
    open.some((line) => /\bnan\b|\binf\b|\bNone\b|\bTrue\b|\bFalse\b|\(\)|\((\d+, ?)+\d*\)|Size\(/.test(line))
  return telling ? open : null
}
