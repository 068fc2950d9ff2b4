import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Names of the plain files in a folder below a run's work folder, sorted; none where a part of the path is a link or missing. `below` is
 * relative, '' for the work folder itself. Only after the run: nobody may change the folder meanwhile.
 */
export function listResultFiles(folder: string, below = ''): string[] {
  try {
    if (!isPlainPath(folder, below)) return []
    return readdirSync(join(folder, below), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort()
  } catch {
    return []
  }
}

/**
 * The first `mostBytes` of a file that a run has written. Null where there is none, or where it is a link, a pipe, a device or
 * leads through a link: what the script planted there would be read in our name.
 */
export function readResultFile(folder: string, name: string, mostBytes = 20_000_000): Buffer | null {
  let handle: number
  try {
    const parts = name.split('/')
    if (!isPlainPath(folder, parts.slice(0, -1).join('/')) || parts.includes('..')) return null
    handle = openSync(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch {
    return null
  }
  try {
    const stat = fstatSync(handle)
    if (!stat.isFile()) return null
    const buffer = Buffer.alloc(Math.min(stat.size, mostBytes))
    return buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, 0))
  } finally {
    closeSync(handle)
  }
}

/** Every folder between the work folder and the file is a real one. */
function isPlainPath(folder: string, below: string): boolean {
  const parts = below.split('/').filter((part) => part !== '')
  return parts.every((part, i) => part !== '..' && lstatSync(join(folder, ...parts.slice(0, i + 1))).isDirectory())
}
