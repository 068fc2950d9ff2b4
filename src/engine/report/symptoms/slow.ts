import { type Detector, linesOf, plainness, saying, textOf } from './detector.ts'

const slowness =
  /\b(?:very |extremely |much |so |too |painfully |unbearably )?slow(?:er|ly|s|ness|ed)?\b(?: down)?|\bslow-?downs?\b|\b(?:tak(?:es?|ing)|took|needs?) (?:too long|for ?ever|ages|(?:about |around |over |more than |up to |nearly |almost |only )*(?:[\d.]+|two|three|four|five|six|ten|twenty|thirty|several|many|half an?|an) ?(?:s|sec\w*|min\w*|h|hours?|days?))\b|\bused to (?:take|need|be) (?:about |around |only )?[\d.]+ ?(?:m?s|sec\w*|min\w*|h|hours?)\b|\b\d+(?:\.\d+)? ?(?:x|×|times|fold) (?:slower|longer|as long)|\bfactor (?:of )?\d+[^.]*\b(?:slower|longer)|\bperformance (?:regression|drop|degradation|issue|problem)|\b(?:throughput|it\/s|samples\/s(?:ec)?|fps|tokens\/s)\b[^.]{0,40}\b(?:drop\w*|fell|halv\w+|lower|decreas\w+|worse)|\bquadratic (?:time|in|runtime)|\bspeed regression/i
const otherSense =
  /\bslow(?:er)? (?:learning|convergence|down the (?:learning|decay))|\bslow(?:ly)? (?:converg|learn|decay|chang|decreas|increas|grow|ris)\w*|\bslowfast|\bmemory\b[^.]{0,40}slowly|\btakes? [\d.]+ ?(?:s|sec\w*|min\w*)\b[^.]*\b(?:fine|ok|fast|only)/i

/** Something takes too long. */
export const slow: Detector = (claims) => {
  const said = saying(claims, 'slow', slowness, otherSense)
  if (said.length === 0) return []
  const text = textOf(said)
  const factor = Number(
    /(\d+(?:\.\d+)?)\s?(?:x|×|times|fold|mal|veces|fois|vezes|倍)[ -]?(?:slower|longer|as long|langsamer|más lent\w+|plus lent\w*|mais lent\w+|slowdown|慢)?/i.exec(
      text,
    )?.[1] ?? /\bfactor (?:of )?(?:about |around |~)?(\d+(?:\.\d+)?)/i.exec(text)?.[1],
  )
  const what = /`([\w.]+)(?:\(\))?`/.exec(text)?.[1] ?? null
  return [
    {
      symptom: { kind: 'slow', what, factor: factor > 1 ? factor : null, quoted: claims.quoted, lines: linesOf(said) },
      score: plainness(said) - 0.2,
    },
  ]
}
