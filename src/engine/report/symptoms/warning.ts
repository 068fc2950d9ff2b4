import { type Claim, type Detector, linesOf, plainness, saying } from './detector.ts'

const printed = /(?:^|[\s:])((?:\w+\.)*[A-Z]\w*Warning): ?(.{5,600})/
const about = /\bwarn(?:s|ed|ing|ings)?\b|Warnung|advertencia|avertissement|aviso|警告|предупреждени/i
const notAbout =
  /\balso\b[^.]*\bwarn|\bignor\w+ (?:the|this|that) warn|\bno warnings?\b|\bwithout (?:a |any )?warn|\bonly a warning (?:and|so)|\bunrelated warn|\bwarn\w* (?:can|may) be ignored|\bwarm/i

/** A warning that is the complaint, or the only thing that the program says. */
export const warning: Detector = (claims) => {
  const shown = [...claims.printed, ...claims.sentences].flatMap((claim) => {
    const match = printed.exec(claim.text)
    return match === null ? [] : [{ claim, category: match[1] as string, message: (match[2] as string).trim() }]
  })
  const said = saying(claims, 'warning', about, notAbout)
  const first = best(shown, claims.parts.title)
  if (first === undefined) return []
  const only = claims.printed.filter((c) => c.text.trim() !== '').length <= 4 && claims.parts.tracebacks.length === 0
  const titled = said.some((c) => c.from === 'title') || /Warning\b/.test(claims.parts.title)
  return [
    {
      symptom: {
        kind: 'warning',
        category: first.category,
        message: first.message,
        lines: linesOf([first.claim, ...said]),
      },
      score: titled ? 9 : Math.max(3, plainness(said) - 1) + (only ? 2.5 : 0),
    },
  ]
}

/** The warning that shares most words with the title. */
function best<T extends { message: string; category: string; claim: Claim }>(shown: T[], title: string): T | undefined {
  const words = new Set(title.toLowerCase().match(/[a-z_]{4,}/g) ?? [])
  const shared = ({ message, category }: T) =>
    (`${category} ${message}`.toLowerCase().match(/[a-z_]{4,}/g) ?? []).filter((w) => words.has(w)).length
  return [...shown].sort((a, b) => shared(b) - shared(a))[0]
}
