import type { LineSpan } from '../../../shared/report.ts'
import type { Symptom } from '../../../shared/symptom.ts'
import type { ReportParts } from '../parts.ts'

/** A symptom that the report may claim, and how plainly: about 10 for a full traceback, 5 for a clear sentence, 2 for a hint. */
export type Candidate = { symptom: Symptom; score: number }

/** Finds one kind of symptom. Pure. */
export type Detector = (claims: Claims) => Candidate[]

/** A sentence or a line of output where a symptom may be claimed. */
export type Claim = { text: string; lines: LineSpan; weight: number }

export type Claims = {
  parts: ReportParts
  /** Sentences of the prose, the title first (weight 2), then the others (1). Negated and hypothetical ones are left in. */
  sentences: Claim[]
  /** Lines that the report's programs printed. */
  printed: Claim[]
  /** The output that shows what the reporter's code did, if there is one. */
  quoted: { text: string; lines: LineSpan } | null
}

/** Sentences that say it, without those that deny it. */
export function saying(claims: Claims, pattern: RegExp, except?: RegExp): Claim[] {
  return claims.sentences.filter(({ text }) => {
    const match = pattern.exec(text)
    if (match === null || except?.test(text)) return false
    return !denied(text, match.index)
  })
}

/** `no error`, `does not hang`, `I expected it to crash`: the words just before turn the claim around. */
export function denied(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).toLowerCase()
  return /\b(no|not|never|without|neither|nor|doesn['’]?t|does not|didn['’]?t|isn['’]?t|aren['’]?t|expected it to|should|would|could|might|may|instead of|rather than|if it|refuse it with an?|kein\w*|ohne|sin|sans|ningún)\s+(?:\w+\s+){0,2}$/.test(
    before,
  )
}

export const strongest = (found: Claim[]) => Math.max(0, ...found.map((c) => c.weight))
export const linesOf = (found: Claim[]) => found.slice(0, 4).map((c) => c.lines)
