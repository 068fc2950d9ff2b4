import { readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Interpreter } from '../../shared/run.ts'

export type Place = { path: string; source: Interpreter['source'] }

/**
 * Where Pythons are kept, best first; not all of them exist. A .venv in the current folder is not among them: the folder may be somebody's
 * clone. It is found when it is activated or given.
 */
export function pythonPlaces(env: NodeJS.ProcessEnv, home: string): Place[] {
  const cacheHome = env.XDG_CACHE_HOME ?? join(home, '.cache')
  const dataHome = env.XDG_DATA_HOME ?? join(home, '.local', 'share')
  const active = (name: string, source: Place['source']) => (env[name] ? [pythonIn(env[name], source)] : [])
  const path = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder.startsWith('/') && !folder.endsWith('/shims'))
  const environments = [
    ...[join(home, '.venvs'), join(home, '.virtualenvs'), env.WORKON_HOME ?? '', join(home, 'venvs')],
    ...[join(dataHome, 'virtualenvs'), join(cacheHome, 'pypoetry', 'virtualenvs')],
  ]
  const condas = ['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge'].map((name) => join(home, name))
  return [
    ...active('VIRTUAL_ENV', 'venv'),
    ...active('CONDA_PREFIX', 'conda'),
    ...['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].flatMap((folder) => pythonsIn(folder, 'system')),
    ...path.flatMap((folder) => pythonsIn(folder, 'path')),
    pythonIn(join(cacheHome, 'repgen', 'venv'), 'venv'),
    ...each(join(env.PYENV_ROOT ?? join(home, '.pyenv'), 'versions'), 'pyenv'),
    ...['mise', 'rtx'].flatMap((name) => each(join(dataHome, name, 'installs', 'python'), 'pyenv')),
    ...each(join(env.ASDF_DATA_DIR ?? join(home, '.asdf'), 'installs', 'python'), 'pyenv'),
    ...each(join(dataHome, 'uv', 'python'), 'pyenv'),
    ...environments.filter((folder) => folder !== '').flatMap((folder) => each(folder, 'venv')),
    ...[...condas, '/opt/conda', '/opt/miniconda3'].flatMap((root) => [
      pythonIn(root, 'conda'),
      ...each(join(root, 'envs'), 'conda'),
    ]),
    ...condaList(home).map((prefix) => pythonIn(prefix, 'conda')),
  ]
}

const pythonIn = (prefix: string, source: Place['source']): Place => ({ path: join(prefix, 'bin', 'python'), source })
const each = (folder: string, source: Place['source']) =>
  names(folder).map((name) => pythonIn(join(folder, name), source))

function pythonsIn(folder: string, source: Place['source']): Place[] {
  return names(folder)
    .filter((name) => /^python(3(\.\d+)?)?$/.test(name))
    .map((name) => ({ path: join(folder, name), source }))
}

/** conda keeps a list of all its environments. */
function condaList(home: string): string[] {
  try {
    return readFileSync(join(home, '.conda', 'environments.txt'), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith('/'))
  } catch {
    return []
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}
