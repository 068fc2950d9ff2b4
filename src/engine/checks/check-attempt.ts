import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checks, Finding } from '../../shared/attempt.ts'
import type { Report } from '../../shared/report.ts'
import type { Interpreter } from '../../shared/run.ts'
import type { Symptom } from '../../shared/symptom.ts'
import { PythonSource } from '../python/source.ts'
import type { RepositorySymbols } from '../repository/python-packages.ts'
import { compileScript, type ToolOptions } from './compile-script.ts'
import { linterOf, lintFindings, runLint } from './lint.ts'
import { nameFindings } from './names.ts'
import { relevance } from './relevance.ts'
import { syntaxFindings } from './syntax.ts'

export type CheckContext = {
  interpreter: Interpreter
  /** Asked for pylint where the target has none. */
  otherInterpreters: Interpreter[]
  report: Report
  symptom: Symptom | null
  repository: RepositorySymbols | null
  /** A folder of the case for what passes between the tools and us. */
  workFolder: string
} & ToolOptions

/** All checks of one attempt, before it runs: syntax and names in one start of the target interpreter, then lint, then relevance. */
export async function checkAttempt(script: string, context: CheckContext): Promise<Checks> {
  const folder = await mkdtemp(join(context.workFolder, '.check-'))
  try {
    await writeFile(join(folder, 'script.py'), script)
    const findings = await toolFindings(script, folder, context)
    const scored = relevance(script, context.report, context.symptom, context.repository)
    return {
      findings: [...findings, ...scored.findings],
      relevance: scored.relevance,
      relevanceReason: scored.reason,
      passed: findings.every(({ severity }) => severity === 'advice'),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function toolFindings(script: string, folder: string, context: CheckContext): Promise<Finding[]> {
  const { interpreter, symptom, repository } = context
  const options = optionsOf(context)
  const compiled = await compileScript(folder, interpreter, options)
  using source = await PythonSource.parse(script)
  const syntax = syntaxFindings(source, compiled, symptom)
  if (typeof compiled === 'string' || compiled.syntax !== null) return syntax
  const names = nameFindings(compiled, symptom, interpreter, repository)
  const known = new Set(compiled.undefined.map(({ name }) => name))
  return [...syntax, ...names, ...(await lint(script, folder, context, known, options))]
}

async function lint(
  script: string,
  folder: string,
  context: CheckContext,
  known: Set<string>,
  options: ToolOptions,
): Promise<Finding[]> {
  const linter = linterOf(context.interpreter, context.otherInterpreters)
  if (linter === null)
    return [unlinted('no-pylint', 'No interpreter here has pylint, so the script was not linted: pip install pylint')]
  const messages = await runLint(folder, linter, options)
  if (typeof messages === 'string')
    return [unlinted('pylint-failed', `pylint of ${linter.path} gave no answer: ${messages}`)]
  return lintFindings(messages, script, context.symptom, known)
}

function unlinted(code: string, message: string): Finding {
  return { check: 'lint', severity: 'advice', code, message, line: null, column: null }
}

function optionsOf({ signal, unsandboxed }: ToolOptions): ToolOptions {
  return { ...(signal === undefined ? {} : { signal }), ...(unsandboxed === undefined ? {} : { unsandboxed }) }
}
