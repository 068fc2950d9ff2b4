import type { Oracle } from './oracle.ts'

const claim =
  /\bsame (?:object|network|module|tensor|instance|net|model)|\bone (?:network|object|module|model)\b|\bshar(?:e|es|ed|ing)\b|\balias/i
const sentences = (text: string) => text.split(/(?<=[.!?])\s+|\n(?=#|\d\.|[-*] |\n)/)

/** The report says that two attributes, which it names, are one object. */
export const sameObject: Oracle = {
  name: 'same_object',
  calls({ report, script, symptom }) {
    if (symptom.kind !== 'wrong-value' && symptom.kind !== 'no-learning') return []
    if (!/^target = /m.test(script)) return []
    const ticked = new Set([...report.text.matchAll(/`(?:self\.)?([a-z_]\w*)`/g)].map((m) => m[1] as string))
    const names =
      sentences(report.text)
        .filter((s) => claim.test(s))
        .map((s) => [...ticked].filter((name) => new RegExp(`\\b${name}\\b`).test(s)))
        .find((found) => found.length === 2) ?? []
    const [first, second] = names
    if (first === undefined || second === undefined) return []
    return [
      {
        oracle: 'same_object',
        values: { FIRST: first, SECOND: second },
        reason: `${first} and ${second} are two objects`,
      },
    ]
  },
}
