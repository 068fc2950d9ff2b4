import type { Finding } from '../../shared/attempt.ts'
import type { Interpreter } from '../../shared/run.ts'
import type { Symptom } from '../../shared/symptom.ts'
import { distributionOf } from '../interpreters/distributions.ts'
import type { RepositorySymbols } from '../repository/python-packages.ts'
import type { Compiled } from './compile-script.ts'
import { isReportedImport, isReportedUndefined } from './symptom-names.ts'

/** Undefined names and modules that the target interpreter and the repository lack; those that the report is about are advice. */
export function nameFindings(
  compiled: Compiled,
  symptom: Symptom | null,
  interpreter: Interpreter,
  repository: RepositorySymbols | null,
): Finding[] {
  const names = compiled.undefined.map(({ name, line, column, certain, why }) => {
    const text = `Nothing defines ${name}`
    const reported = isReportedUndefined(name, symptom)
    const note = reported ? ' (this is what the report is about)' : certain ? '' : ` (${why})`
    return finding(certain && !reported, 'undefined-name', text + note, line, column)
  })
  const imports = firstOfEach(compiled.imports)
    .filter(({ module }) => !isInstalled(module, interpreter) && !isOfRepository(module, repository))
    .map(({ module, line, column, certain }) => {
      const text = `${interpreter.path} has no module ${module}`
      const reported = isReportedImport(module, symptom)
      const note = reported ? ' (this is what the report is about)' : certain ? '' : ' (it may not be needed)'
      return finding(certain && !reported, 'import-error', text + note, line, column)
    })
  return [...names, ...imports]
}

/** One import for each top-level module, the certain ones first. */
function firstOfEach(imports: Compiled['imports']): Compiled['imports'] {
  const first = new Map<string, Compiled['imports'][number]>()
  for (const each of [...imports].sort((a, b) => Number(b.certain) - Number(a.certain))) {
    const root = each.module.split('.')[0] as string
    if (!first.has(root)) first.set(root, each)
  }
  return [...first.values()]
}

/** Installed in a way that no folder shows, such as an editable install with a finder of its own. */
function isInstalled(module: string, interpreter: Interpreter): boolean {
  return interpreter.packages[distributionOf(module.split('.')[0] as string)] !== undefined
}

/** The script may put any folder of the repository on the path, so a module of that name anywhere in it counts. */
function isOfRepository(module: string, repository: RepositorySymbols | null): boolean {
  const root = module.split('.')[0] as string
  return (
    repository?.files.some((file) => file.split('/').some((part) => part === root || part === `${root}.py`)) ?? false
  )
}

function finding(stops: boolean, code: string, message: string, line: number, column: number): Finding {
  return { check: 'names', severity: stops ? 'error' : 'advice', code, message, line, column }
}
