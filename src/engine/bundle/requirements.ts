import type { Interpreter } from '../../shared/run.ts'
import { distributionOf } from '../interpreters/distributions.ts'
import { PythonSource } from '../python/source.ts'

/** The installed packages that a script imports, with their versions, by name. */
export async function importedPackages(
  script: string,
  interpreter: Interpreter,
): Promise<{ name: string; version: string }[]> {
  using source = await PythonSource.parse(script)
  const modules = source.nodes('import_statement', 'import_from_statement').flatMap((node) => [...modulesOf(node.text)])
  const names = [...new Set(modules.map(distributionOf))].sort()
  return names.flatMap((name) => {
    const version = interpreter.packages[name]
    return version === undefined ? [] : [{ name, version }]
  })
}

function* modulesOf(statement: string): Generator<string> {
  const from = /^from\s+([A-Za-z_]\w*)/.exec(statement)?.[1]
  if (from !== undefined) yield from
  else if (statement.startsWith('import')) {
    for (const part of statement.slice('import'.length).split(',')) {
      const module = /^[\s(\\]*([A-Za-z_]\w*)/.exec(part)?.[1]
      if (module !== undefined) yield module
    }
  }
}

/** requirements.txt: exact versions. A build's local label (`+cu121`) is not on the package index, so it stays a comment. */
export function requirementsText(packages: { name: string; version: string }[], python: string): string {
  const lines = packages.map(({ name, version }) => {
    const [release = version, local] = version.split('+')
    return `${name}==${release}${local === undefined ? '' : `  # ran with ${version}`}`
  })
  return [`# Python ${python}`, ...lines, ''].join('\n')
}
