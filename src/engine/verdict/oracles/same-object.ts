import type { Oracle } from './oracle.ts'

/** The report says that two attributes, which it names, are one object. */
export const sameObject: Oracle = {
  name: 'same_object',
  calls({ report, script, symptom }) {
    if (symptom.kind !== 'wrong-value' && symptom.kind !== 'no-learning') return []
    if (!/^target = /m.test(script)) return []
    const claim = report.text
      .split(/(?<=[.!?])\s+|\n(?=#|\d\.|[-*] )/)
      .find((s) =>
        /\bsame (?:object|network|module|tensor|instance|net|model|weights)|\bone (?:network|object|module|model)\b|\bshar(?:e|es|ed|ing)\b|\balias/i.test(
          s,
        ),
      )
    const names = [...new Set([...(claim?.matchAll(/`(?:self\.)?([a-z_]\w*)`/g) ?? [])].map((m) => m[1] as string))]
    const [first, second] = names
    if (names.length !== 2 || first === undefined || second === undefined) return []
    return [
      {
        oracle: 'same_object',
        values: { FIRST: first, SECOND: second },
        reason: `${first} and ${second} are two objects`,
      },
    ]
  },
}
