import type { AttemptState } from '../shared/case.ts'
import type { ChainedException } from '../shared/report.ts'
import type { Failure } from './attempt/rule.ts'

/** How an attempt failed, as the next rewrite needs to know it. */
export function failureOf({ checks, runs, verdict }: AttemptState): Failure {
  const observed = runs.findLast((r) => r.run.kind === 'observed')
  const stopped = checks?.findings.find((f) => f.severity !== 'advice')
  if (observed === undefined && stopped !== undefined) {
    return {
      exception: exceptionOf(stopped.check, stopped.code, stopped.message),
      scriptLine: stopped.line,
      endedBy: 'itself',
      unlike: null,
    }
  }
  const exception = observed?.observation?.exception?.chain.at(-1) ?? null
  return {
    exception: isOurCheck(exception) ? null : exception,
    scriptLine: exception?.frames.find((f) => isScript(f.file))?.line ?? observed?.observation?.scriptLine ?? null,
    endedBy: observed?.run.endedBy ?? 'itself',
    unlike: verdict?.reason ?? null,
  }
}

export const isScript = (file: string) => /(^|\/)repro\.py$/.test(file)

const isOurCheck = (e: ChainedException | null) => e?.type === 'AssertionError' && e.message.startsWith('observed')

/** A finding that stopped an attempt, as the exception that a run would have ended with. */
export function exceptionOf(check: string, code: string, message: string): ChainedException {
  const name = /\b(?:defines|module) ([\w.]+)/.exec(message)?.[1] ?? ''
  const raised = (type: string, text: string): ChainedException => ({ type, message: text, frames: [], link: null })
  if (code === 'undefined-name') return raised('NameError', `name '${name}' is not defined`)
  if (code === 'import-error') return raised('ModuleNotFoundError', `No module named '${name}'`)
  return raised(check === 'syntax' ? 'SyntaxError' : 'CheckFailed', message)
}
