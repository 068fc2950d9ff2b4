import type { Statement } from '../../../shared/report.ts'
import type { Symptom, SymptomKind } from '../../../shared/symptom.ts'
import type { ReportParts } from '../parts.ts'
import { denied } from './denial.ts'
import { foreignWords } from './foreign-words.ts'

/**
 * A symptom that the report may claim, and how plainly: about 10 for a traceback, 8 for a title that says it, 5 for a clear
 * sentence, 3 for a hint.
 */
export type Candidate = { symptom: Symptom; score: number }

/** Finds one kind of symptom. Pure. */
export type Detector = (claims: Claims) => Candidate[]

/** A sentence, a comment in code or a line of output where a symptom may be claimed. */
export type Claim = Statement & { from: 'title' | 'prose' | 'comment' | 'output' }

export type Claims = {
  parts: ReportParts
  /** The title first, then the sentences of the prose and the comments of the code. What is wished for is not among them. */
  sentences: Claim[]
  /** Sentences that say what the reporter wants instead. */
  wanted: Claim[]
  /** Lines that the report's programs printed. */
  printed: Claim[]
  /** The output that shows what the reporter's code did, if there is one. */
  quoted: Statement | null
}

/** Sentences that say it in English or, by the data of foreign-words.ts, in another language; without those that deny it. */
export function saying(claims: Claims, kind: SymptomKind, pattern: RegExp, except?: RegExp): Claim[] {
  const foreign = foreignWords[kind]
  const words = foreign === undefined ? [acrossDots(pattern)] : [acrossDots(pattern), foreign]
  const otherSense = except === undefined ? null : acrossDots(except)
  return claims.sentences.filter(({ text }) => {
    if (otherSense?.test(text)) return false
    return words.some((each) => {
      const match = each.exec(text)
      return match !== null && !denied(text, match.index)
    })
  })
}

const widened = new WeakMap<RegExp, RegExp>()

/** A dot within `0.5` or `x.grad` ends no sentence: `[^.]` may pass it. */
function acrossDots(pattern: RegExp): RegExp {
  const known = widened.get(pattern)
  if (known !== undefined) return known
  const wide = new RegExp(pattern.source.replaceAll('[^.]', String.raw`(?:[^.]|\.(?=\S))`), pattern.flags)
  widened.set(pattern, wide)
  return wide
}

/** How plainly these sentences say it: a title that does is a complaint about it, the body may only mention it. */
export function plainness(said: Claim[]): number {
  if (said.length === 0) return 0
  return 4.5 + (said.some((c) => c.from === 'title') ? 4 : 0) + Math.min(said.length, 4) * 0.3
}

export const linesOf = (found: Claim[]) => found.slice(0, 4).map((c) => c.lines)
export const textOf = (found: Claim[]) => found.map((c) => c.text).join('\n')
