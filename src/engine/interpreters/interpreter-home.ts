import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * The folders that an interpreter needs to start: of a virtual environment, itself and what it was made from; else its prefix. A folder counts
 * only where Python's library is in it, so that a link in ~/bin or ~/.local/bin does not bring a home in, nor a link in a hostile repository
 * whatever it points to.
 */
export function interpreterHome(path: string): string[] {
  const prefix = dirname(dirname(path))
  const environment = isEnvironment(prefix)
  const homes = environment ? [configuredHome(prefix)] : []
  const bases = [...links(path), ...homes.filter((home) => home !== null).map((home) => join(home, 'python'))]
  const prefixes = bases.flatMap((file) => [dirname(dirname(file)), real(dirname(dirname(file)))]).filter(holdsLibrary)
  return [...new Set([...(environment ? [prefix] : []), ...prefixes])]
}

/** A venv; not one whose folder is also somebody's clone, with what that holds. */
export function isEnvironment(prefix: string): boolean {
  return existsSync(join(prefix, 'pyvenv.cfg')) && !existsSync(join(prefix, '.git'))
}

/** The path by which an interpreter is started: a venv's own, else without links, as many places link to one Python. */
export function properPath(path: string): string {
  return isEnvironment(dirname(dirname(path))) ? path : real(path)
}

/** What makes two paths one interpreter. */
export function identityOf(path: string): string {
  const prefix = dirname(dirname(path))
  return isEnvironment(prefix) ? `environment ${real(prefix)}` : real(path)
}

function configuredHome(prefix: string): string | null {
  const config = readFileSync(join(prefix, 'pyvenv.cfg'), 'utf8')
  return /^home\s*=\s*(\/.+)$/m.exec(config)?.[1]?.trim() ?? null
}

/** A file, where it links to, where that links to, and so on. */
function links(path: string): string[] {
  const found = [path]
  try {
    while (found.length < 40) {
      const last = found.at(-1) as string
      found.push(resolve(dirname(last), readlinkSync(last)))
    }
  } catch {
    // The last is no link.
  }
  return [...found, real(path)]
}

function holdsLibrary(prefix: string): boolean {
  try {
    const versions = readdirSync(join(prefix, 'lib')).filter((name) => /^python3(\.\d+)?t?$/.test(name))
    return versions.some((name) => existsSync(join(prefix, 'lib', name, 'os.py')))
  } catch {
    return false
  }
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
