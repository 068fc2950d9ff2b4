import type { Attempt } from '../../shared/attempt.ts'
import type { ChainedException } from '../../shared/report.ts'
import type { Symptom } from '../../shared/symptom.ts'
import { normalised } from './match-exception.ts'

/** What shows and logs, or was stepped over, is missing from the run; nothing takes its place. */
const harmless = ['drop-peripheral', 'continue-after-error']

/** Built from a part of a program (attempt/bases.ts); a command's own text may hold the word. */
export function isPart({ base }: Attempt): boolean {
  return base.kind === 'snippet' && /^(part|snippets, parts included)\b/.test(base.title)
}

/** Checks whose answer does not hang on the values that go in. */
const independent = ['warned', 'same_object', 'flag_parameters', 'registered', 'repeated']

/** What of an attempt is not the reporter's but made up, one reason each; a run of it cannot show that the bug is gone. */
export function invented(attempt: Attempt): string[] {
  const made = attempt.rewrites.filter(
    (r) => (r.effect === 'stand-in' || r.effect === 'synthetic-data') && r.name !== 'drop-peripheral',
  )
  return [
    ...(attempt.base.kind === 'repository' ? ['the report has no code, so the arguments are made up'] : []),
    ...(isPart(attempt) ? ['the report shows only a part of the code'] : []),
    ...made.map((r) => r.reason),
  ]
}

/**
 * What we changed or made is never itself the evidence (design, decision 5). Says what of ours takes part in what the run showed; null
 * where nothing does.
 */
export function oursInEvidence(attempt: Attempt, symptom: Symptom, exception: ChainedException | null): string | null {
  const limit = attempt.rewrites.find((r) => r.effect === 'limit')
  if (limit !== undefined && ['hang', 'slow', 'no-learning', 'degraded-metric'].includes(symptom.kind))
    return `a limit of ours takes part: ${limit.reason}`
  const made = attempt.rewrites.filter(
    (r) => (r.effect === 'stand-in' || r.effect === 'synthetic-data') && !harmless.includes(r.name),
  )
  const reason = made[0]?.reason ?? (attempt.base.kind === 'repository' ? 'the arguments are made up' : null)
  if (symptom.kind === 'exception')
    return exception === null ? null : oursInException(attempt, symptom.message, exception, reason)
  const check = attempt.rewrites.find((r) => r.name === 'add-check')?.parameters
  if (reason === null || isExact(check)) return null
  return made.length === 0 && independent.includes(String(check?.['oracle']))
    ? null
    : `what we put in takes part: ${reason}`
}

function oursInException(
  attempt: Attempt,
  reported: string,
  exception: ChainedException,
  reason: string | null,
): string | null {
  if (reason !== null && normalised(exception.message) !== normalised(reported))
    return `its message is not the reported one, and what we put in takes part: ${reason}`
  if (
    /can't allocate memory|MemoryError|std::bad_alloc|Cannot allocate memory/.test(
      `${exception.type} ${exception.message}`,
    )
  )
    return 'our limit of memory takes part'
  const text = `${exception.message}\n${exception.frames.at(-1)?.code ?? ''}`
  const taking = attempt.rewrites
    .filter((r) => r.effect !== 'limit')
    .flatMap((r) => r.defines)
    .find((name) => new RegExp(`\\b${name}\\b`).test(text))
  if (taking !== undefined) return `the stand-in ${taking} takes part in the error`
  return exception.frames.some((f) => f.code?.includes('Unshown') === true)
    ? 'a stand-in takes part in the error'
    : null
}

/** A comparison with all of the report's own numbers cannot be met by a stand-in. */
function isExact(parameters: Record<string, unknown> | undefined): boolean {
  const values = parameters?.['values'] as { REPORTED?: string[]; EVERY?: boolean } | undefined
  return (
    values?.REPORTED !== undefined &&
    values.EVERY === false &&
    !values.REPORTED.some((line) => line.includes('*')) &&
    /\d\.\d{2}/.test(values.REPORTED.join(' '))
  )
}
