import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folders that an interpreter needs to start: its own prefix and, of a virtual environment, the one that it was made from. */
export function interpreterHome(path: string): string[] {
  const prefix = dirname(dirname(path))
  const real = dirname(dirname(realpathSync(path)))
  const folders = [prefix, real]
  const config = join(prefix, 'pyvenv.cfg')
  if (existsSync(config)) {
    const home = /^home\s*=\s*(.+)$/m.exec(readFileSync(config, 'utf8'))?.[1]?.trim()
    if (home !== undefined && existsSync(home)) folders.push(dirname(realpathSync(home)))
  }
  return [...new Set(folders)].filter((folder) => folder !== '/')
}
