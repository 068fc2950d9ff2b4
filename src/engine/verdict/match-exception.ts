import type { ChainedException, Traceback } from '../../shared/report.ts'
import type { SymptomOf } from '../../shared/symptom.ts'

export type Match = { same: boolean; why: string }

/**
 * Is this the exception that the report shows? Type and normalised message decide; where the report cuts or leaves out the
 * message, or where a version words it anew, the frames must agree too.
 */
export function matchException(symptom: SymptomOf<'exception'>, seen: ChainedException): Match {
  if (!sameType(symptom.type, seen.type))
    return no(`it is a ${shortType(seen.type)}, the report shows a ${shortType(symptom.type)}`)
  const reported = normalised(symptom.message)
  const observed = normalised(seen.message)
  if (reported === observed && reported !== '') return yes('same type and message')
  const frames = sharedFrames(symptom, seen)
  if (reported === '') {
    return symptom.frames.length > 0 && frames > 0
      ? yes('same type, raised in the same function')
      : no('the report gives no message to compare with')
  }
  if (
    reported.length >= 20 &&
    (observed.startsWith(reported) || reported.startsWith(observed)) &&
    observed.length >= 20
  ) {
    return yes('same type, and one message is the beginning of the other')
  }
  if (
    reported.length >= 24 &&
    (observed.includes(reported) || (observed.length >= 24 && reported.includes(observed)))
  ) {
    return yes('same type, and one message holds the other')
  }
  const withoutNumbers = (text: string) => text.replace(/\d+(\.\d+)?/g, '#')
  if (withoutNumbers(reported) === withoutNumbers(observed) && /[a-z]{3}/i.test(withoutNumbers(reported))) {
    return frames > 0 || symptom.frames.length === 0
      ? yes('same type and message but for its numbers')
      : no('the message differs in its numbers and no frame agrees')
  }
  if (
    sameQuotes(reported, observed) &&
    wordOverlap(reported, observed) >= 0.6 &&
    wordOverlap(reported, observed) + Math.min(frames, 2) * 0.2 >= 0.8
  ) {
    return yes('same type, and a message that says the same in other words')
  }
  return no(`the message is another one: ${seen.message.split('\n')[0]?.slice(0, 160)}`)
}

/** The exception that ended it all, where it is the reported one; what it came from, or a line with no frames, is not how a program ends. */
export function matchTraceback(
  symptom: SymptomOf<'exception'>,
  traceback: Traceback,
): { exception: ChainedException; why: string } | null {
  const exception = traceback.exceptions.at(-1)
  if (exception === undefined || exception.frames.length === 0) return null
  const { same, why } = matchException(symptom, exception)
  return same ? { exception, why } : null
}

const yes = (why: string): Match => ({ same: true, why })
const no = (why: string): Match => ({ same: false, why })

const shortType = (type: string) => type.split('.').at(-1) ?? type

/** Exceptions that were renamed or parted between versions. */
const kin: string[][] = [
  ['OutOfMemoryError', 'RuntimeError'],
  ['ModuleNotFoundError', 'ImportError'],
  ['IOError', 'OSError', 'EnvironmentError'],
  ['InvalidArgumentError', 'ValueError'],
]

export function sameType(a: string, b: string): boolean {
  const [x, y] = [shortType(a), shortType(b)]
  return x === y || kin.some((group) => group.includes(x) && group.includes(y) && group[0] !== 'InvalidArgumentError')
}

/** What differs between machines and runs and says nothing: addresses, paths, quotes, white space, devices. */
export function normalised(message: string): string {
  return message
    .replace(/0x[0-9a-f]+/gi, '0x')
    .replace(/(?:[A-Za-z]:)?(?:[/\\][\w.@ +-]+){2,}/g, (path) => path.split(/[/\\]/).at(-1) ?? path)
    .replace(/\bcuda(:\d+)?\b/gi, 'cpu')
    .replace(/["'`´‘’“”]/g, "'")
    .replace(/\.\s*Did you mean: .*$/s, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:]+$/, '')
}

/** How many frames agree in function and, where both show it, in the line of code. */
function sharedFrames(symptom: SymptomOf<'exception'>, seen: ChainedException): number {
  const last = (name: string | null) => name?.split('.').at(-1)?.replace(/\(.*$/, '') ?? ''
  const code = (text: string | null) => text?.replace(/#.*$/, '').replace(/\s+/g, '') ?? ''
  return symptom.frames.filter((f) =>
    seen.frames.some((s) => {
      if (code(f.code) !== '' && code(s.code) !== '') return code(f.code) === code(s.code)
      return last(f.function) !== '' && last(f.function) !== '<module>' && last(f.function) === last(s.function)
    }),
  ).length
}

/** Names in quotes are what an error is about: other words may change, these may not. */
function sameQuotes(a: string, b: string): boolean {
  const quoted = (text: string) =>
    [...text.matchAll(/'([^']+)'/g)]
      .map((m) => m[1])
      .sort()
      .join()
  return quoted(a) === quoted(b)
}

function wordOverlap(a: string, b: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(/[a-z_]{3,}/g) ?? [])
  const [x, y] = [words(a), words(b)]
  if (x.size === 0 || y.size === 0) return 0
  const shared = [...x].filter((w) => y.has(w)).length
  return shared / Math.min(x.size, y.size) >= 0.99 && Math.min(x.size, y.size) < 4
    ? 0
    : (2 * shared) / (x.size + y.size)
}
