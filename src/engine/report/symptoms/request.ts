import type { Candidate, Claims } from './detector.ts'

const label =
  /^\W*(?:\[|\()?\s*(?:feature(?: request)?|enhancement|rfc|proposal|suggestion|idea|wishlist|roadmap|docs?|documentation|typo|discussion|chore|refactor\w*|build|ci|meta|announcement)\b[\])!:]?/i
const imperative =
  /^\W*(?:please |pls )?(?:add|allow|support|implement|provide|expose|enable|introduce|extend|make|move|rename|deprecate|remove|drop|split|refactor|clean up|document|update|bump|improve|consider|publish|release|port|replace|merge|translate|clarify|use|let|switch|upgrade|simplify|unify|create)\b(?! \w+(?:s|ed)? (?:fails?|crash\w*|is|are|returns?|raises?))|^\W*(?:request|support) for\b|\bwould (?:it )?be (?:nice|great|possible|good|helpful)\b|\btypos?\b|\bis it possible\b/i
const question =
  /^\W*(?:\[?question\b|how (?:to|do|can|should|would)\b|what(?:['’]?s| is| are| does| do)\b|which\b|when (?:will|should|is)\b|where (?:is|can|do)\b|can (?:i|we|you|one|someone)\b|could (?:i|we|you)\b|is (?:it|there|this) (?:possible|any|a way|ok|correct|recommended|supported)\b|are there\b|should (?:i|we)\b|does (?:anyone|it|pytorch|keras|tensorflow) (?:know|support|have)\b|any (?:plans?|way|idea how|tips?)\b|difference between\b|best (?:way|practice)\b|cómo (?:puedo|se|hacer)\b|wie (?:kann|mache|geht)\b|comment (?:faire|puis)|como (?:fazer|posso)|如何|怎么|どうやって|как )/i
const template =
  /\bfeature request related to a problem\b|\bdescribe the solution you['’]d like\b|🚀 (?:the )?feature|\bmotivation(?: and pitch)?\b/i
const complaint =
  /\b(?:fails?|failing|broken|wrong|incorrect\w*|crash\w*|error|bug|nan|hangs?|leaks?|stuck|not work\w*|doesn['’]t|does not|ignor\w+|worse|slow\w*|unexpected\w*)\b/i

/** The report wishes or asks and complains about nothing that a run shows: a feature, a question, the documentation. */
export function onlyAsks({ parts, quoted, sentences }: Claims, candidates: Candidate[]): boolean {
  const { title } = parts
  const templated =
    parts.prose.some((p) => p.text === p.heading && template.test(p.text)) ||
    parts.prose.some((p) => /^\**Is your feature request related/i.test(p.text))
  const asks = label.test(title) || question.test(title)
  if (!templated && !asks && !imperative.test(title)) return false
  if (parts.tracebacks.length > 0) return false
  const best = candidates[0]
  const specific = candidates.some((c) => c.score >= 8.5 && c.symptom.kind !== 'wrong-value')
  if (!templated && specific) return false
  if (templated || label.test(title)) return quoted === null || !sentences.some((s) => complaint.test(s.text))
  // A printed result that is called wrong is a complaint, however it is asked.
  if (quoted !== null && best !== undefined && best.score >= 4) return false
  return !complaint.test(title)
}
