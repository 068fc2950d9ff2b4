import { readdirSync, readFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'

/**
 * The interpreter behind a pyenv shim, a shell script that cannot start in the sandbox: the version that PYENV_VERSION or pyenv's global file
 * names. Any other path is its own target; null where pyenv names none that is there.
 */
export function shimTarget(path: string, env: NodeJS.ProcessEnv): string | null {
  const folder = dirname(path)
  if (basename(folder) !== 'shims') return path
  const root = dirname(folder)
  const chosen = (env.PYENV_VERSION ?? read(join(root, 'version'))).split(/[\s:]+/).filter((name) => name !== '')
  for (const name of chosen) {
    if (name === 'system') return onPath(basename(path), env)
    const version = names(join(root, 'versions')).find((one) => one === name || one.startsWith(`${name}.`))
    if (version !== undefined) return join(root, 'versions', version, 'bin', basename(path))
  }
  return null
}

function onPath(name: string, env: NodeJS.ProcessEnv): string | null {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => basename(folder) !== 'shims')
  const folder = folders.find((one) => names(one).includes(name))
  return folder === undefined ? null : join(folder, name)
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Newest first, as far as numbers say. */
function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  } catch {
    return []
  }
}
