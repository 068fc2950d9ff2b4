import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Situation } from '../../../src/engine/attempt/next-attempt.ts'
import { compileScript } from '../../../src/engine/checks/compile-script.ts'
import { findInterpreters } from '../../../src/engine/interpreters/find-interpreters.ts'
import { parseReport } from '../../../src/engine/report/parse-report.ts'
import { decode } from '../../../src/engine/report/read-report.ts'
import type { RepositorySymbols } from '../../../src/engine/repository/python-packages.ts'
import type { Interpreter } from '../../../src/shared/run.ts'

let known: Interpreter | undefined

/** An interpreter of this machine that has torch. */
export async function torchInterpreter(): Promise<Interpreter> {
  known ??= await findTorch()
  return known
}

async function findTorch(): Promise<Interpreter> {
  const found = (await findInterpreters({ given: null, repository: null })).find(
    (i) => i.packages['torch'] !== undefined,
  )
  if (found === undefined) throw new Error('no interpreter has torch: run npm run setup')
  return found
}

/** What attempts for a report's text are made from, with the real parser and the real interpreter. */
export async function situationOf(
  markdown: string,
  changes: Partial<Interpreter> = {},
  repository: RepositorySymbols | null = null,
): Promise<Situation> {
  const report = await parseReport(decode('report.md', Buffer.from(markdown)))
  const interpreter = { ...(await torchInterpreter()), ...changes }
  return {
    report,
    symptom: report.symptom,
    interpreter,
    repository,
    exercises: [],
    undefinedNamesOf: (script) => undefinedNames(script, interpreter),
  }
}

async function undefinedNames(script: string, interpreter: Interpreter): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'repgen-names-'))
  try {
    await writeFile(join(folder, 'script.py'), script)
    const compiled = await compileScript(folder, interpreter)
    if (typeof compiled === 'string') throw new Error(compiled)
    return [...new Set(compiled.undefined.map((u) => u.name))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A report whose code fails as it says. */
export function crashReport(
  code: string,
  error = 'RuntimeError: the shapes of these two do not fit',
  title = 'It crashes',
): string {
  return `# ${title}\n\n\`\`\`python\n${code}\n\`\`\`\n\n\`\`\`\nTraceback (most recent call last):\n  File "a.py", line 3, in <module>\n${error}\n\`\`\`\n`
}
