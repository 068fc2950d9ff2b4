import type { ChainedException, Traceback } from '../../../shared/report.ts'
import type { SymptomOf } from '../../../shared/symptom.ts'
import { type Candidate, type Claims, type Detector, denied } from './detector.ts'

const elsewhere =
  /\b(another error|other error|different error|an? (?:older|earlier|previous) (?:version|error)|solved by|before (?:the|that)|used to|in the old|with (?:tf|torch|keras) ?\d|workaround|after (?:the|this) (?:change|fix)|if I (?:change|replace|use)|instead I get)\b/i

/** From tracebacks, lone error lines, and sentences that name an error. */
export const exception: Detector = (claims) => [...fromTracebacks(claims), ...fromSentences(claims)]

function fromTracebacks({ parts }: Claims): Candidate[] {
  return parts.tracebacks
    .map((traceback) => ({ traceback, raised: raisedIn(traceback) }))
    .filter(({ raised }) => !/Warning$/.test(raised.type))
    .map(({ traceback, raised }, i) => {
      const near = parts.prose.filter((p) => p.lines.end < traceback.lines.start).at(-1)
      const aside = near !== undefined && traceback.lines.start - near.lines.end <= 3 && elsewhere.test(near.text)
      const titled = parts.title.includes(shortType(raised.type)) || sharedWords(parts.title, raised.message) >= 2
      const score = (raised.frames.length > 0 ? 10 : 8.5) + (titled ? 2 : 0) - (aside ? 5 : 0) - i * 0.1
      return { symptom: symptomOf(raised, traceback), score }
    })
}

/** The exception that ended the program: the last of the chain, unless that one only says that a worker failed. */
function raisedIn({ exceptions }: Traceback): ChainedException {
  const last = exceptions.at(-1) as ChainedException
  if (/ChildFailedError|ProcessRaisedException|RemoteTraceback/.test(last.type) && exceptions.length > 1)
    return exceptions[0] as ChainedException
  return last
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

const named =
  /\b((?:[a-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Interrupt))\b(?:\(\s*["'](.{3,300}?)["']\s*\)|\s*:\s*([^\n]{3,400}))?/g

/** `it raises ValueError: …`, `TypeError about forward()` in a title. */
function fromSentences({ sentences, parts }: Claims): Candidate[] {
  return sentences.flatMap(({ text, lines, weight }) =>
    [...text.matchAll(named)]
      .filter(
        (m) =>
          !denied(text, m.index) &&
          !/\b(should|could|expect\w*|either|please|instead of|rather than|want\w*)\b[^.]*$/i.test(
            text.slice(0, m.index),
          ),
      )
      .filter(() => !elsewhere.test(text))
      .map((m): Candidate => {
        const quotedMessage = (m[2] ?? m[3] ?? '')
          .replace(/[`*]+.*$/, '')
          .replace(/[.,;]$/, '')
          .trim()
        const raises =
          /\b(rais\w+|throws?|fails? with|crash\w*|ends? with|dies|get|got|gives?|error\b.*:|stops? with|complains?)/i.test(
            text,
          ) || weight > 1
        return {
          symptom: {
            kind: 'exception',
            type: m[1] as string,
            message: quotedMessage,
            frames: framesNamed(parts.title),
            lines: [lines],
          },
          score: (quotedMessage === '' ? 3 : 7) + (raises ? 1 : 0) + weight * 0.2,
        }
      }),
  )
}

/** `error about forward()`: no frames, but a name that must take part. */
function framesNamed(title: string): SymptomOf<'exception'>['frames'] {
  const name = /\b(\w+)\(\)/.exec(title)?.[1]
  return name === undefined ? [] : [{ file: '', function: name, code: null }]
}

const shortType = (type: string) => type.split('.').at(-1) ?? type

function sharedWords(a: string, b: string): number {
  const words = new Set(a.toLowerCase().match(/[a-z_]{4,}/g) ?? [])
  return [...new Set(b.toLowerCase().match(/[a-z_]{4,}/g) ?? [])].filter((w) => words.has(w)).length
}
