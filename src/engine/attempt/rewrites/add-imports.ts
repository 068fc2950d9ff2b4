import { distributionOf } from '../../interpreters/distributions.ts'
import { applyEdits, type PythonSource, prologueOffset } from '../../python/source.ts'
import {
  knownAlternatives,
  knownImports,
  torchModuleNames,
  torchOptimizerNames,
  torchSchedulerNames,
} from '../known-names.ts'
import { namesOfSymptom, type Proposal, type RewriteRule, type RuleContext } from '../rule.ts'

/** Adds the imports that undefined names stand for: well-known aliases, then symbols of the repository. */
export const addImports: RewriteRule = {
  name: 'add-imports',
  when: 'static',
  propose(context): Proposal | null {
    const reported = namesOfSymptom(context.symptom)
    const imports: string[] = []
    for (const name of context.undefinedNames) {
      if (reported.includes(name)) continue
      const line = importFor(name, context)
      if (line !== null && !imports.includes(line)) imports.push(line)
    }
    if (imports.length === 0) return null
    return {
      parameters: { imports },
      reason: `names that the snippet uses without importing them: ${imports.join('; ')}`,
      effect: 'none',
      defines: [],
    }
  },
  apply: (source, { imports }) => insertPrologue(source, (imports as string[]).join('\n')),
}

/** The import line for a name, or null where nobody can know. A symbol of the repository goes before the framework's. */
export function importFor(name: string, context: RuleContext): string | null {
  const fromRepository = repositoryImport(name, context)
  if (fromRepository !== null && /^[A-Z_]/.test(name)) return fromRepository
  const candidates = [knownImports[name], ...(knownAlternatives[name] ?? []), ...torchImports(name)].filter(
    (line) => line !== undefined,
  )
  const known = candidates.find((line) => fits(line, context)) ?? candidates.find((line) => isInstalled(line, context))
  return known ?? fromRepository ?? null
}

function torchImports(name: string): string[] {
  if (torchModuleNames.test(name)) return [`from torch.nn import ${name}`]
  if (torchOptimizerNames.test(name)) return [`from torch.optim import ${name}`]
  if (torchSchedulerNames.test(name)) return [`from torch.optim.lr_scheduler import ${name}`]
  return []
}

function repositoryImport(name: string, { repository }: RuleContext): string | null {
  if (repository === null) return null
  if (repository.roots.includes(name)) return `import ${name}`
  const holders = repository.modules.filter((m) => m.symbols.some((s) => s.name === name && s.kind !== 'value'))
  // The shortest module name is the one that a project exports from.
  const best = holders.sort((a, b) => a.module.length - b.module.length)[0]
  return best === undefined ? null : `from ${best.module} import ${name}`
}

const standardLibrary = new Set(
  'os sys re gc io math time json copy glob random pickle shutil string typing logging argparse datetime tempfile warnings resource itertools functools threading traceback subprocess collections contextlib dataclasses multiprocessing pathlib enum abc types pprint'.split(
    ' ',
  ),
)

const rootOf = (line: string) => /^(?:from|import) (\w+)/.exec(line)?.[1] ?? ''

function isInstalled(line: string, { interpreter }: RuleContext): boolean {
  const root = rootOf(line)
  return standardLibrary.has(root) || interpreter.packages[distributionOf(root)] !== undefined
}

/** Installed, and of a framework that the code or the report uses. */
function fits(line: string, context: RuleContext): boolean {
  const root = rootOf(line)
  if (!isInstalled(line, context)) return false
  if (standardLibrary.has(root)) return true
  if (!['torch', 'keras', 'tensorflow', 'jax', 'flax'].includes(root)) return true
  return (
    new RegExp(`\\b${root}\\b`, 'i').test(context.source.text) ||
    new RegExp(`\\b(py)?${root}\\b`, 'i').test(context.report.text)
  )
}

/** Puts code before all other code of the script, behind docstring and `from __future__` imports. */
export function insertPrologue(source: PythonSource, code: string): string {
  const offset = prologueOffset(source)
  const lead = offset > 0 && source.text[offset - 1] !== '\n' ? '\n' : ''
  return applyEdits(source.text, [{ start: offset, end: offset, text: `${lead}${code}\n` }])
}
