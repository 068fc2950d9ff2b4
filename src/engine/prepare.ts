import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../shared/report.ts'
import type { Interpreter } from '../shared/run.ts'
import type { Situation } from './attempt/next-attempt.ts'
import { compileScript } from './checks/compile-script.ts'
import { repositoryBases } from './context/repository-bases.ts'
import { chooseInterpreter } from './interpreters/choose-interpreter.ts'
import { findInterpreters } from './interpreters/find-interpreters.ts'
import { parseReport } from './report/parse-report.ts'
import { readReport } from './report/read-report.ts'
import { prepareRepository } from './repository/prepare-repository.ts'
import { repositorySymbols } from './repository/python-packages.ts'
import { nothingToTry } from './verdict/conclude.ts'
import type { WorkingCase } from './working-case.ts'

/** What all attempts of a case are made from. */
export type Prepared = Situation & {
  /** Host folder with the revision's files; null without a repository. */
  repositoryFolder: string | null
  otherInterpreters: Interpreter[]
}

/** Report, revision and interpreter. Null where there is no interpreter: the case then has its verdict. */
export async function prepare(it: WorkingCase): Promise<Prepared | null> {
  const { settings } = it
  await it.once('report-restructured', async () => {
    const report = await parseReport(await readReport(it.state.source ?? '-'))
    return { type: 'report-restructured', report, by: 'rules', inputs: [] }
  })
  const report = it.state.report as Report
  const tools = { signal: it.engine.signal, unsandboxed: settings.unsandboxed }
  const given = settings.repository
  if (given !== null) {
    await it.once('revision-chosen', async () => {
      await rm(join(it.folder, 'repository'), { recursive: true, force: true })
      const { revision, notes } = await prepareRepository({
        repository: given,
        report,
        given: settings.revision,
        caseFolder: it.folder,
        folder: 'repository',
        ...tools,
      })
      for (const text of notes.slice(0, 20)) it.record({ type: 'note', text })
      return { type: 'revision-chosen', revision }
    })
  }
  const repositoryFolder = it.state.revision === null ? null : join(it.folder, it.state.revision.folder)
  const found = await findInterpreters({ given: settings.python, repository: given })
  const choice = chooseInterpreter(found, report, modulesOf(report))
  if ('missing' in choice) {
    it.reach(nothingToTry(report, [], [choice.missing]))
    return null
  }
  await it.once('interpreter-chosen', () => ({ type: 'interpreter-chosen', ...choice }))
  const interpreter = it.state.interpreter?.interpreter ?? choice.interpreter
  const repository = repositoryFolder === null ? null : await repositorySymbols(repositoryFolder)
  return {
    report,
    symptom: report.symptom,
    interpreter,
    otherInterpreters: found.filter((i) => i.path !== interpreter.path && !i.foreign),
    repository,
    exercises:
      repositoryFolder === null || repository === null
        ? []
        : await repositoryBases(report, repositoryFolder, repository),
    repositoryFolder,
    undefinedNamesOf: (script) => undefinedNames(script, interpreter, it.folder, tools),
  }
}

/** Top-level modules that the report's code imports or is likely to need. */
function modulesOf(report: Report): string[] {
  const code = report.snippets.map((s) => s.code).join('\n')
  const imported = [...code.matchAll(/^\s*(?:from|import)\s+(\w+)/gm)].map((m) => m[1] as string)
  const text = `${code}\n${report.title}\n${report.text.slice(0, 20_000)}`
  const named: [RegExp, string][] = [
    [/\btorch\b|pytorch|\bnn\.Module\b/i, 'torch'],
    [/\btf\.|tensorflow/i, 'tensorflow'],
    [/\bkeras\b/i, 'keras'],
    [/\bjax\b|\bjnp\.|flax|optax/i, 'jax'],
  ]
  return [...new Set([...imported, ...named.filter(([pattern]) => pattern.test(text)).map(([, module]) => module)])]
}

type Tools = { signal: AbortSignal; unsandboxed: boolean }

async function undefinedNames(
  script: string,
  interpreter: Interpreter,
  caseFolder: string,
  tools: Tools,
): Promise<string[]> {
  const folder = await mkdtemp(join(caseFolder, '.names-'))
  try {
    await writeFile(join(folder, 'script.py'), script)
    const compiled = await compileScript(folder, interpreter, tools)
    return typeof compiled === 'string' ? [] : [...new Set(compiled.undefined.map((u) => u.name))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
