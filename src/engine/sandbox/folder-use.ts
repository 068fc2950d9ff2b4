import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

export type FolderUse = {
  /** On the disk: holes do not count. */
  bytes: number
  entries: number
  largestFile: number
}

/** What a folder holds, without following a link. It looks no further once `most` is passed. */
export async function folderUse(folder: string, most: { bytes: number; entries: number }): Promise<FolderUse> {
  const use: FolderUse = { bytes: 0, entries: 0, largestFile: 0 }
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      use.entries += 1
      const path = join(next, entry.name)
      if (entry.isDirectory()) waiting.push(path)
      else {
        const stat = await lstat(path).catch(() => null)
        use.bytes += (stat?.blocks ?? 0) * 512
        use.largestFile = Math.max(use.largestFile, stat?.size ?? 0)
      }
      if (use.bytes > most.bytes || use.entries > most.entries) return use
    }
  }
  return use
}
