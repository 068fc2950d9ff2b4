import type { CaseState } from '../../shared/case.ts'
import { fenced, inlineCode } from './markdown-text.ts'

/** How a person runs the script. `install` is the command that gets its packages. */
export function runInstructions(
  { revision, settings }: CaseState,
  install = 'pip install -r requirements.txt',
): string {
  const data = (settings?.data.length ?? 0) > 0 ? ['export REPRO_DATA=/path/to/the/data'] : []
  const repository = revision === null ? [] : ['export REPRO_REPO=/path/to/the/clone']
  const commands = fenced(
    [...(install === '' ? [] : [install]), ...repository, ...data, 'python repro.py'].join('\n'),
    'sh',
  )
  const commit = revision?.commit
  return commit == null ? commands : `The clone has to be at ${inlineCode(commit.slice(0, 12))}.\n\n${commands}`
}
