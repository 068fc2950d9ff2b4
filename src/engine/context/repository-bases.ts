import type { Attempt } from '../../shared/attempt.ts'
import type { Report } from '../../shared/report.ts'
import type { RepositorySymbols } from '../repository/python-packages.ts'
import { readDefinitions } from './definitions.ts'
import { exerciseScript, inputShapes } from './exercise-script.ts'
import { findTargets } from './find-targets.ts'

/** Scripts that use what the report names in the repository, where the report itself has no code that does; the likeliest first. */
export async function repositoryBases(
  report: Report,
  folder: string,
  repository: RepositorySymbols,
): Promise<Attempt['base'][]> {
  const modules = await readDefinitions(folder, repository)
  const found: Attempt['base'][] = []
  for (const target of findTargets(report, modules)) {
    for (const input of inputShapes) {
      const code = exerciseScript(target, input, report, modules)
      if (code === null || found.some((base) => base.code === code)) continue
      const name = [target.owner?.name, target.call?.name].filter((n) => n !== undefined).join('.')
      found.push({
        kind: 'repository',
        code,
        lines: [],
        title: `${name} (${target.why}), with made-up arguments: ${input}`,
      })
    }
  }
  return found
}
