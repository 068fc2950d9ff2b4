import { z } from 'zod'
import type { Finding } from '../../shared/attempt.ts'
import type { Interpreter } from '../../shared/run.ts'
import type { Symptom } from '../../shared/symptom.ts'
import { resource } from '../resources.ts'
import { runTool } from '../sandbox/run-tool.ts'
import type { ToolOptions } from './compile-script.ts'
import { exceptionsOf, inferred, runsAnyway } from './lint-rules.ts'
import { exceptionType, isReportedUndefined } from './symptom-names.ts'

const messageSchema = z.object({
  type: z.string(),
  line: z.number().int().nullable(),
  column: z.number().int().nullable(),
  symbol: z.string(),
  message: z.string(),
})
export type LintMessage = z.infer<typeof messageSchema>

const maxFindings = 50

/** The interpreter whose pylint is used: the target's own, else another's; one that is foreign code comes last. */
export function linterOf(interpreter: Interpreter, others: Interpreter[]): Interpreter | null {
  const able = [interpreter, ...others].filter((each) => each.packages.pylint !== undefined)
  return able.find((each) => !each.foreign) ?? able[0] ?? null
}

/** Runs pylint on `script.py` of `folder` in the sandbox, about half a second. A string is why there is no answer. */
export async function runLint(
  folder: string,
  linter: Interpreter,
  options: ToolOptions = {},
): Promise<LintMessage[] | string> {
  const { stdout, stderr, endedBy } = await runTool({
    argv: [linter.path, '-I', '/checks/lint.py', '/case/script.py'],
    folder,
    readOnly: [{ host: resource('checks'), inside: '/checks' }],
    interpreter: linter,
    env: { PYLINTHOME: '/tmp/pylint' },
    wallSeconds: 30,
    ...options,
  })
  options.signal?.throwIfAborted()
  try {
    return z.array(messageSchema).parse(JSON.parse(stdout))
  } catch {
    const last = stderr.trim().split('\n').at(-1) ?? ''
    return endedBy === 'itself' ? last.slice(0, 300) || 'no answer' : `ended by our limit: ${endedBy}`
  }
}

/**
 * Errors and fatals stop an attempt, but for those that Python runs all the same, those that rest on inference, and those that are
 * the reported symptom. `known` are names that the check of names has judged already.
 */
export function lintFindings(
  messages: LintMessage[],
  script: string,
  symptom: Symptom | null,
  known: Set<string>,
): Finding[] {
  const own = messages.filter(({ symbol, message }) => symbol !== 'undefined-variable' || !known.has(nameIn(message)))
  const lines = script.split('\n')
  const findings = own.map((message) => findingOf(message, lines, symptom))
  return findings
    .sort((a, b) => Number(a.severity === 'advice') - Number(b.severity === 'advice'))
    .slice(0, maxFindings)
}

function findingOf(lint: LintMessage, lines: string[], symptom: Symptom | null): Finding {
  const { type, line, column, symbol, message } = lint
  const excuse = type === 'error' || type === 'fatal' ? excuseFor(lint, lines, symptom) : ''
  const severity = excuse !== null ? 'advice' : type === 'fatal' ? 'fatal' : 'error'
  const text = excuse ? `${message} (${excuse})` : message
  return { check: 'lint', severity, code: symbol, message: text, line, column }
}

/** Why an error does not stop the attempt; null where it does. */
function excuseFor({ symbol, message, line }: LintMessage, lines: string[], symptom: Symptom | null): string | null {
  if (isReported(symbol, message, symptom) || isOnTraceback(lines[(line ?? 0) - 1], symptom))
    return 'this may be what the report is about'
  if (runsAnyway.has(symbol)) return 'Python runs it all the same'
  if (inferred.has(symbol)) return 'this rests on what pylint infers'
  const here = lines[(line ?? 0) - 1] ?? ''
  const before = lines.slice(0, (line ?? 1) - 1).join('\n')
  // Pylint follows no values: what a branch or an earlier turn of a loop defines is an error to it.
  if (symbol === 'used-before-assignment' && (/^\s/.test(here) || before.includes(nameIn(message)))) {
    return 'what runs before may define it'
  }
  // Base classes of frameworks are left out of what pylint may infer from.
  if (/\bsuper\(/.test(here)) return 'pylint does not know the base class'
  // The target's own compile has judged the syntax; a crash of pylint says nothing of the script.
  if (symbol === 'syntax-error') return 'the interpreter that runs it compiles it'
  if (symbol === 'astroid-error' || symbol === 'fatal' || symbol === 'parse-error') return 'pylint itself failed'
  return null
}

function isReported(symbol: string, message: string, symptom: Symptom | null): boolean {
  const type = exceptionType(symptom)
  if (type === null || !exceptionsOf(symbol).includes(type)) return false
  return !/NameError|UnboundLocalError/.test(type) || isReportedUndefined(nameIn(message), symptom)
}

/** The line is one of those that the report's traceback shows. */
function isOnTraceback(line: string | undefined, symptom: Symptom | null): boolean {
  const code = line?.trim()
  return symptom?.kind === 'exception' && !!code && symptom.frames.some((frame) => frame.code?.trim() === code)
}

function nameIn(message: string): string {
  return /'([^']+)'/.exec(message)?.[1] ?? ''
}
