import type { SymptomOf } from '../../../shared/symptom.ts'
import { denied, excused } from './denial.ts'
import type { Candidate, Claim, Claims } from './detector.ts'

const named =
  /(["'“`*]*)((?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|StopIteration))\b([`*]*)(?:\(\s*(["'])(.{3,300}?)\4\s*\)|\s*(?::\s+|\s[-–—]\s(?!(?:when|if|while|after|during|in|on|for|at|from|with)\b))(\S[^\n]{2,400})|\s+(?:with (?:the )?(?:message|text)\s+|saying\s+)?["“`]([^"”`\n]{6,300})["”`])?/g
const raising =
  /\b(?:rais\w+|throw\w*|thrown|fails?|failed|failing|crash\w*|ends?|ended|dies|died|get|gets|getting|got|gives?|stops?|complains?|error|exception|see|hit|produces?|results? in|leads? to|caus\w+|aborts?)\b|\b(?:wirft|Fehler|lanza|da|sale|lève|erreur|erro|dá)\b|报错|抛出|エラー|ошибк/iu
/** The reporter speaks of an error that they do not have, or not of this one. */
const other =
  /\b(?:(?:in|with|on) (?:the |an? )?(?:old|older|previous|earlier) (?:version|release)|solved by|went away|used to|work-?around|except |catch\w*|caught|handl\w+|similar to|like in|instead of an?)\b/i

/** `it raises ValueError: …`, `TypeError about forward()` in a title, `# RuntimeError: …` behind a line of code. */
export function namedExceptions({ sentences, parts }: Claims): (Candidate & { symptom: SymptomOf<'exception'> })[] {
  return sentences.flatMap((claim) =>
    [...claim.text.matchAll(named)]
      .filter((m) => !isDenied(claim, m, parts.text))
      .map((m) => {
        const message = messageOf(m)
        const type = m[2] as string
        return {
          symptom: {
            kind: 'exception' as const,
            type,
            message,
            frames: framesNamed(parts.title),
            lines: [claim.lines],
          },
          score: scoreOf(claim, message),
        }
      }),
  )
}

function scoreOf({ from, text }: Claim, message: string): number {
  if (from === 'title') return message === '' ? 7.5 : 9.5
  const says = raising.test(text) ? 1 : 0
  if (from === 'comment') return message === '' ? 4 : 7.2
  return (message === '' ? 4.5 : 7) + says
}

function isDenied({ text, from }: Claim, match: RegExpMatchArray, whole: string): boolean {
  const at = match.index ?? 0
  if (
    denied(text, at) ||
    excused(text, at + match[0].length) ||
    excused(text, at + (match[1]?.length ?? 0) + (match[2]?.length ?? 0))
  )
    return true
  // The reporter's own assertion about something that is silent: `# AssertionError: (7, 9)`.
  if (from === 'comment' && /AssertionError$/.test(match[2] ?? '') && /^[([\d'"]|^$/.test(messageOf(match))) return true
  if (/^[`"']?(?:raise|except)\b/.test(text.trim()) && from === 'comment') return true
  if (other.test(text.slice(0, at))) return true
  // The sentence behind may take it back.
  return (
    excused(` ${whole.slice(whole.indexOf(match[0]) + match[0].length).replace(/^[`"'.*)\s]+/, '')}`, 0) &&
    whole.includes(match[0])
  )
}

/** Without the quotes that close around it and what the sentence says behind them. */
function messageOf(match: RegExpMatchArray): string {
  const raw = match[5] ?? match[6] ?? match[7] ?? ''
  const opener = (match[1] ?? '').replace(/\*/g, '').at(-1)
  const closers: Record<string, string> = { '"': '"', '“': '”', '`': '`', "'": "'" }
  const closer = opener === undefined || match[3]?.includes(opener) ? undefined : closers[opener]
  const end = closer === undefined ? -1 : closer === "'" ? raw.lastIndexOf("'") : raw.indexOf(closer)
  const inside = end > 0 ? raw.slice(0, end) : /^`[^`]+`\W*$/.test(raw) ? raw.replace(/`/g, '') : raw
  return inside
    .replace(/\*+\s*$/, '')
    .replace(/^[`"“]|[`"”]$/g, '')
    .replace(/[,;.]+$/, '')
    .trim()
}

/** `error about forward()`: no frames, but a name that must take part. */
function framesNamed(title: string): SymptomOf<'exception'>['frames'] {
  const name = /\b(\w+)\(\)/.exec(title)?.[1]
  return name === undefined ? [] : [{ file: '', function: name, code: null }]
}
