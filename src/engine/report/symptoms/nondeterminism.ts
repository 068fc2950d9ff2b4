import { type Claim, type Claims, type Detector, linesOf, plainness, saying } from './detector.ts'

const each = String.raw`(?:each|every|on each|on every|at each|at every|with each|with every|from|between|across) (?:time|runs?|call\w*|start\w*|execution|invocation|launch|restart\w*|process\w*|forward|pass|epoch|run)`
const varying = new RegExp(
  [
    String.raw`\bnon-?determinis\w+|\bindeterminis\w+|\birreproducib\w+|\bunreproducib\w+|\brandomly different\b`,
    String.raw`\b(?:not|n['’]t|never|no longer|hardly) (?:\w+ )?(?:reproducible|deterministic|repeatable|reproduce (?:the|my|our) (?:results?|numbers?|training))\b`,
    String.raw`\b(?:different|other|another|new)\b[^.]{0,40}\b${each}\b`,
    String.raw`\b(?:differs?|changes?|varies|vary|fluctuat\w+|differing)\b[^.]{0,20}\b${each}\b`,
    String.raw`\b(?:same|identical|equal|fixed)\b (?:\w+ ){0,2}(?:input|seed|image|tensor|sentence|batch|data|call|model|weights|text|script|prompt)s?\b[^.]{0,60}\b(?:differ\w*|another|random|chang\w+|var(?:y|ies))\b`,
    String.raw`\b(?:differ\w*|random|another|varying)\b[^.]{0,50}\b(?:same|identical|fixed) (?:\w+ ){0,2}(?:input|seed|image|tensor|sentence|batch|data|call|model|weights|text|script|prompt)s?\b`,
    String.raw`\b(?:seed\w*|manual_seed|set_seed|random_state|use_deterministic_algorithms)\b[^.]{0,60}\b(?:no effect|ignored|does(?:n['’]t| not)|not (?:\w+ )?(?:respected|honou?red|used|enough|propagated)|still|differ\w*)\b`,
    String.raw`\b(?:despite|although|even (?:though|with)|in spite of|ignor\w+)\b[^.]{0,40}\bseed\w*\b`,
    String.raw`\b(?:dropout|droppath|stochastic depth|noise|augment\w*|jitter|mask\w*|sampling)\b[^.]{0,50}\b(?:active|on|applied|enabled|happens|stays on|random)\b[^.]{0,40}\b(?:eval\w*|inference|test(?: time)?|predict\w*)\b`,
    String.raw`\beval(?:\(\)|uation)?\b[^.]{0,60}\b(?:still|stays?|remains?)\b[^.]{0,30}\b(?:random|stochastic|drop\w*|noisy)\b`,
    String.raw`\b(?:dropout|noise|random\w*|stochastic\w*)\b[^.]{0,40}\b(?:ignor\w+|regardless of|(?:not|n['’]t) (?:\w+ )?(?:respect|care|obey|honou?r|look|depend|affected|turned off|disabled)\w*)\b[^.]{0,30}\b(?:eval|training|mode)\b`,
    String.raw`\border\b[^.]{0,40}\b(?:changes|differs|varies|random)\b[^.]{0,40}\b${each}\b`,
  ].join('|'),
  'i',
)
const otherSense =
  /\bdifferent (?:for|in) (?:each|every) (?:layer|class|sample|head|dataset)|\b(?:works|converges?) (?:differently|on a different)|\bdifferent (?:machine|version|gpu|card|size|shape)s?\b|\b(?:a bit|slightly|little) (?:different|other)\b/i
/** `Not reproducible` denies itself: the denial is a part of the claim. */
const selfDenied = /\b(?:not|n['’]t|never|no longer|in)[ -]?(?:\w+ )?(?:reproducible|deterministic|repeatable)\b/i

/** The same program or call gives something else each time. */
export const nondeterminism: Detector = (claims) => {
  const said = saying(claims, 'nondeterminism', varying, otherSense)
  const own = claims.sentences.filter((c) => selfDenied.test(c.text) && !/\b(?:expect|should|if)\b/i.test(c.text))
  const repeated = repeatedCells(claims)
  const all = [...new Set([...own, ...said])]
  if (all.length === 0 && repeated === null) return []
  const lines = linesOf([...all, ...(repeated === null ? [] : [repeated])])
  const score = all.length > 0 ? plainness(all) + 0.4 + (repeated === null ? 0 : 3) : 4.4
  return [{ symptom: { kind: 'nondeterminism', quoted: claims.quoted, lines }, score }]
}

/** One expression of the session, entered twice in a row and answered differently. */
function repeatedCells({ parts }: Claims): Claim | null {
  const cells = parts.snippets.flatMap((s) => s.cells)
  const at = cells.findIndex((cell, i) => {
    const next = cells[i + 1]
    return (
      next !== undefined &&
      cell.code.trim() === next.code.trim() &&
      cell.output !== null &&
      next.output !== null &&
      cell.output !== next.output
    )
  })
  const cell = cells[at]
  return cell === undefined ? null : { text: cell.code, lines: cell.lines, from: 'output' }
}
