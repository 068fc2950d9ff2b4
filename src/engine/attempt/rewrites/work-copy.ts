import { applyEdits } from '../../python/source.ts'
import type { RewriteRule } from '../rule.ts'

/** A program that writes beside its own files runs on a copy: the repository itself is read-only. */
export const workCopy: RewriteRule = {
  name: 'work-copy',
  when: 'failure',
  propose({ source, failure }) {
    if (
      !/Read-only file system|Permission denied/.test(failure?.exception?.message ?? '') ||
      !source.text.includes(repositoryLine)
    )
      return null
    return {
      parameters: {},
      reason: 'the program writes into its own folder, so it runs on a copy of it',
      effect: 'none',
      defines: [],
    }
  },
  apply(source) {
    const start = source.text.indexOf(repositoryLine)
    if (start === -1) return source.text
    const copy = [
      'import shutil',
      'import tempfile',
      '',
      `REPO = shutil.copytree(os.environ.get("REPRO_REPO", os.getcwd()), os.path.join(tempfile.mkdtemp(), "repo"))`,
    ].join('\n')
    return applyEdits(source.text, [{ start, end: start + repositoryLine.length, text: copy }])
  },
}

const repositoryLine = 'REPO = os.environ.get("REPRO_REPO", os.getcwd())'
