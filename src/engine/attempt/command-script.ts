import type { RepositorySymbols } from '../repository/python-packages.ts'
import { pythonString } from '../verdict/oracles/oracle.ts'

/** A script that does what `python FILE ARGS` or `python -m MODULE ARGS` does in the repository; null for other commands. */
export function commandScript(command: string, repository: RepositorySymbols): string | null {
  const words = shellWords(command.replace(/^\s*[$>!]\s*/, '').replace(/\s*[|&;>].*$/s, ''))
  while (words[0] !== undefined && /^\w+=/.test(words[0])) words.shift()
  if (words.shift()?.match(/^(python[\d.]*|torchrun|accelerate)$/) == null) return null
  while (words[0] === '-u' || words[0] === '-O' || words[0] === 'launch' || /^--(nproc|nnodes)/.test(words[0] ?? ''))
    words.shift()
  const module = words[0] === '-m'
  const target = module ? words[1] : words[0]
  if (target === undefined) return null
  const file = module
    ? repository.modules.find((m) => m.module === target || m.module === `${target}.__main__`)?.file
    : target.replace(/^\.\//, '')
  if (file === undefined || !repository.files.includes(file)) return null
  const args = words.slice(module ? 2 : 1)
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.'
  const paths = module ? repository.paths : [folder, ...repository.paths.filter((p) => p !== folder)]
  const run = module
    ? `runpy.run_module(${pythonString(target)}, run_name="__main__", alter_sys=True)`
    : 'runpy.run_path(SCRIPT, run_name="__main__")'
  return [
    'import os',
    'import runpy',
    'import sys',
    '',
    'REPO = os.environ.get("REPRO_REPO", os.getcwd())',
    ...[...paths]
      .reverse()
      .map((p) => `sys.path.insert(0, ${p === '.' ? 'REPO' : `os.path.join(REPO, ${pythonString(p)})`})`),
    `SCRIPT = os.path.join(REPO, ${pythonString(file)})`,
    'os.chdir(REPO)',
    `sys.argv = [SCRIPT${args.map((a) => `, ${pythonString(a)}`).join('')}]`,
    run,
    '',
  ].join('\n')
}

/** Splits as a shell does: quotes and back-slashes. */
function shellWords(text: string): string[] {
  return [...text.matchAll(/(?:[^\s"'\\]|\\.|"(?:[^"\\]|\\.)*"|'[^']*')+/g)].map((m) =>
    m[0].replace(/\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'/g, (_, plain, double, single) => plain ?? double ?? single ?? ''),
  )
}
