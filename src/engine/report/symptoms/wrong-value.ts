import { type Claim, type Claims, type Detector, linesOf, plainness, saying, textOf } from './detector.ts'
import { valuePair } from './value-pairs.ts'

/** Says that something is not what it should be. */
const plain =
  /\b(?:wrong(?:ly)?|incorrect(?:ly)?|instead of|rather than|ignor(?:es|ed|ing)|(?:has|have|had|having|with) no effect|without effect|no influence|makes? no difference|not the same|unequal|mismatch\w*|inconsisten\w+|off by (?:one|a factor|\w+)|swapped|transposed|truncat\w+|silently|accepts?|too (?:many|few|large|small|big|high|low|short|long)|fewer|twice (?:as|the)|duplicat\w+|double[- ]count\w*|corrupt\w*|garbage|nonsense|meaningless|lost|loses|los(?:es|ing)|drops? (?:the|one|all|some|its)|skips?|misses|missing|overwrit\w+|shares?|aliased|broken|(?:still|also|even) (?:reduces|returns|uses|has|applies|contains|adds|gives|keeps)|still (?:random|there|on|active|moves?|changes?)|does(?:n['’]t| not) (?:\w+ )?(?:work|apply|match|respect|honou?r|obey|agree|add up|sum|change|reset|restore|exist|affect|reach|use|include|preserve|keep|update|support)\w*|(?:is|are|was|were)(?:n['’]t| not) (?:\w+ )?(?:applied|respected|honou?red|used|restored|saved|reset|passed|propagated|the same|equal|correct|right|preserved|normali[sz]ed|zero|updated|loaded|shuffled|sorted|symmetric|included))\b/i
const hint =
  /\b(?:differ\w*|unexpected\w*|surpris\w+|returns?|gives?|answers?|still|should(?:n['’]t| not)? (?:be|have|return|give)|always|never|bug|gone|jumps?|only|odd|strange|weird|suspicious\w*|can(?:not|['’]t) be (?:right|true|correct)|makes? no sense|by mistake|mistak\w+|uses? the|same \w+ (?:as|for)|exactly the same|impossible|higher than|lower than|zeros?|empty|negative|constant|identical)\b/i
const raised =
  /\bshould (?:\w+ )?(?:raise|throw|fail|error|complain|warn|be (?:rejected|refused|an error))\b[^.;]{0,80}|\bexpect\w*[^.;]{0,30}\b(?:\w+Error|an? (?:error|exception)|to (?:crash|fail|raise))\b[^.;,]{0,60}/i

/** Something is computed, but not what it should be: the silent rest. */
export const wrongValue: Detector = (claims) => {
  const plainly = saying(claims, 'wrong-value', plain)
  const hinted = claims.sentences.filter((c) => hint.test(c.text) && !plainly.includes(c))
  const pair = valuePair(claims)
  const said = [...plainly, ...hinted]
  if (said.length === 0 && pair === null && claims.quoted === null) return []
  const expected = [...claims.sentences, ...claims.wanted].find((c) => wishes(c.text))
  const lines = [...linesOf(said).slice(0, 3), ...(pair === null ? [] : [pair.lines])]
  return [
    {
      symptom: {
        kind: 'wrong-value',
        wanted: pair?.wanted ?? silentlyAccepted(claims) ?? expected?.text ?? null,
        got: pair?.got ?? claims.quoted?.text.split('\n').slice(0, 3).join(' ') ?? null,
        quoted: claims.quoted,
        lines: lines.length > 0 ? lines : [claims.quoted?.lines ?? { start: 1, end: 1 }],
      },
      score: scoreOf(claims, plainly, hinted) + (pair?.got != null && pair.wanted !== null ? 1 : 0),
    },
  ]
}

const wishes = (text: string) =>
  /\b(?:expect(?:ed|s)?|should (?:be|have|return|give|contain|yield)|wanted|must be|has to be|ought to)\b|debería|sollte|devrait|deveria|应该|期待|должн/i.test(
    text,
  )

function silentlyAccepted(claims: Claims): string | null {
  return raised.exec(textOf([...claims.sentences, ...claims.wanted]))?.[0].trim() ?? null
}

function scoreOf({ quoted }: Claims, plainly: Claim[], hinted: Claim[]): number {
  const shown = quoted === null ? 0 : 0.6
  // One step below the kinds that say more; a hint in the body alone is a last resort.
  if (plainly.length > 0) return plainness(plainly) - 0.8 + shown
  if (hinted.some((c) => c.from === 'title')) return 4.6 + shown
  return (hinted.length > 0 ? 3 : 2.4) + shown
}
