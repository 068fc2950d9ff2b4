import type { RewriteRule } from '../rule.ts'
import { insertPrologue } from './add-imports.ts'
import { importsOf } from './drop-peripheral.ts'

/** The script finds the project in REPRO_REPO, else in the current directory. */
export const repositoryPath: RewriteRule = {
  name: 'repository-path',
  when: 'static',
  propose({ repository, source, applied }) {
    if (repository === null || applied.some((r) => r.name === 'repository-path')) return null
    const used = importsOf(source).some(({ root }) => repository.roots.includes(root))
    if (!used) return null
    return {
      parameters: { folders: repository.paths },
      reason: 'the project under test is found in REPRO_REPO, else in the current directory',
      effect: 'none',
      defines: [],
    }
  },
  apply: (source, { folders }) => insertPrologue(source, repositoryLines(folders as string[])),
}

/** Lines that put folders of the repository on the path; `.` is its root. */
export function repositoryLines(folders: string[]): string {
  const inserts = folders.map((folder) =>
    folder === '.' ? 'sys.path.insert(0, REPO)' : `sys.path.insert(0, os.path.join(REPO, ${JSON.stringify(folder)}))`,
  )
  return ['import os', 'import sys', '', 'REPO = os.environ.get("REPRO_REPO", os.getcwd())', ...inserts, ''].join('\n')
}
