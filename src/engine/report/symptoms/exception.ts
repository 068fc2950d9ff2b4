import type { ChainedException, Traceback } from '../../../shared/report.ts'
import type { SymptomOf } from '../../../shared/symptom.ts'
import { excused } from './denial.ts'
import type { Candidate, Claims, Detector } from './detector.ts'
import { namedExceptions } from './named-exceptions.ts'

/** What is said above a traceback that is not the one reported: the old version's, one that went away, a workaround's. */
const elsewhere =
  /\b(?:another|other|different|unrelated|separate|second) (?:error|issue|problem|bug)|\b(?:solved|fixed|resolved|gone|went away|disappear\w*) (?:by|after|when|with|once)|\bused to (?:get|see|fail|give|raise|be)|\b(?:in|with|on|under) (?:the |an? )?(?:old|older|previous|earlier|former)(?:er)? (?:version|release|one)|\bwork-?around\b|\bif I (?:change|replace|use|try|remove|set|add)\b[^.]*$|\bbefore (?:the|this|that|my) (?:fix|update|upgrade|change)|\bat first (?:I|it)\b|\bI (?:also )?tried\b/i
/** Ends of a run that its user or the launcher brought about. */
const notRaised = /(?:Warning|KeyboardInterrupt|SystemExit|GeneratorExit)$/
/** Where a log has frames and a colon, the word before it need not be a class. */
const likely = /Error|Exception|Iteration|Timeout|Unsupported|Failure|NotFound|Empty$|Full$/
const wrapper = /(?:ChildFailedError|ProcessRaisedException|ProcessExitedException|RemoteTraceback)$/

/** From tracebacks, lone error lines, and sentences that name an error. */
export const exception: Detector = (claims) => {
  const shown = fromTracebacks(claims)
  const types = new Set(shown.map((c) => shortType(c.symptom.type)))
  // A type that is only named is the one that is shown in full.
  const named = namedExceptions(claims).filter(
    ({ symptom }) => symptom.message !== '' || !types.has(shortType(symptom.type)),
  )
  return [...shown, ...named]
}

type Raised = Candidate & { symptom: SymptomOf<'exception'> }

function fromTracebacks(claims: Claims): Raised[] {
  const { parts } = claims
  return parts.tracebacks
    .map((traceback) => ({ traceback, raised: raisedIn(traceback) }))
    .filter(({ raised }) => !notRaised.test(raised.type))
    .map(({ traceback, raised }, i) => {
      const titled = parts.title.includes(shortType(raised.type)) || sharedWords(parts.title, raised.message) >= 2
      const aside = !parts.title.includes(shortType(raised.type)) && isAside(traceback, claims)
      const score =
        (raised.frames.length > 0 ? 10 : 8.5) +
        (titled ? 2 : 0) -
        (aside ? 6 : 0) -
        (likely.test(raised.type) ? 0 : 3) -
        i * 0.1
      return { symptom: symptomOf(raised, traceback), score }
    })
}

/** The exception that ended the program: the last of the chain, unless that one only says that a worker failed. */
function raisedIn({ exceptions }: Traceback): ChainedException {
  const last = exceptions.at(-1) as ChainedException
  return wrapper.test(last.type) && exceptions.length > 1 ? (exceptions[0] as ChainedException) : last
}

function isAside({ lines }: Traceback, { parts }: Claims): boolean {
  const near = parts.prose.filter((p) => p.lines.end < lines.start && p.text !== p.heading).at(-1)
  const heading = parts.prose.filter((p) => p.lines.end < lines.start).at(-1)?.heading ?? ''
  if (/expected|work-?around|(?:previous|old|other) (?:version|behaviou?r)/i.test(heading)) return true
  const above =
    near !== undefined && lines.start - near.lines.end <= 4 ? near.text.split(/(?<=[.!?])\s+(?=[A-Z])/).slice(-2) : []
  if (
    above.some((s) => elsewhere.test(s)) &&
    !/^\W*(?:but |and )?(?:now|since|today|then|after that)\b|\bI still\b/i.test(above.at(-1) ?? '')
  )
    return true
  const below = parts.prose.find((p) => p.lines.start > lines.end)
  return below !== undefined && below.lines.start - lines.end <= 3 && excused(` ${below.text}`, 0)
}

function symptomOf(raised: ChainedException, { lines }: Traceback): SymptomOf<'exception'> {
  return {
    kind: 'exception',
    type: raised.type,
    message: raised.message.replace(/\n\s*(\.{3}|\(and so on\))[\s\S]*$/, '').trim(),
    frames: raised.frames.map(({ file, function: name, code }) => ({ file, function: name, code })),
    lines: [lines],
  }
}

const shortType = (type: string) => type.split('.').at(-1) ?? type

function sharedWords(a: string, b: string): number {
  const words = new Set(a.toLowerCase().match(/[a-z_]{4,}/g) ?? [])
  return [...new Set(b.toLowerCase().match(/[a-z_]{4,}/g) ?? [])].filter((w) => words.has(w)).length
}
