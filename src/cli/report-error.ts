import { CommanderError } from 'commander'
import { exitCodes } from './exit-codes.ts'
import { safeText } from './safe-text.ts'

/** Errors that a person can act on are told in one line, by their names: their classes would load the engine. */
const wrongCall =
  /^(ReportUnreadable|Override|Repository\w*|\w*NotFound|NotAnInterpreter|Usage|Bundle\w*|NotABundle|NoScript)Error$/
const circumstance = /^(CaseBusy|Store\w+|DiskFull|NewerEvent|SandboxUnavailable)Error$/

export const isWrongCall = (error: unknown) => wrongCall.test((error as Error).name)

/** Says an error and gives the exit code for it. A stack is shown for errors of ours, and for all with REPGEN_DEBUG=1. */
export function reportError(error: unknown, write: (text: string) => void): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const debug = process.env.REPGEN_DEBUG === '1'
  const space = /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '')
  if (space) {
    write(
      `repgen: ${safeText(message)}\nThe disk is full. Free some space, then go on with repgen resume; the case is kept.\n`,
    )
    return exitCodes.error
  }
  write(`repgen: ${safeText(debug ? (stack ?? message) : message)}\n`)
  if (isWrongCall(error)) return exitCodes.usage
  if (!circumstance.test(name)) {
    write('This is an error of RepGen, and the case is kept. Please report it with what REPGEN_DEBUG=1 shows.\n')
  }
  return exitCodes.error
}
