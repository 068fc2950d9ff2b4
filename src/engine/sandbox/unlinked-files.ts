import { readdirSync, statSync } from 'node:fs'

const mostDescriptors = 20_000

export type Unlinked = {
  /** On the disk of the work folder. */
  diskBytes: number
  /** Elsewhere: files in memory that never had a name. */
  memoryBytes: number
}

/** Files that processes hold open though no folder has them any more. */
export function unlinkedFiles(pids: number[], folder: string): Unlinked {
  const disk = deviceOf(folder)
  const files = new Map<string, { onDisk: boolean; bytes: number }>()
  let looked = 0
  for (const pid of pids) {
    for (const name of descriptors(pid)) {
      if (++looked > mostDescriptors) break
      try {
        const { dev, ino, nlink, blocks } = statSync(`/proc/${pid}/fd/${name}`)
        if (nlink === 0 && blocks > 0) files.set(`${dev} ${ino}`, { onDisk: dev === disk, bytes: blocks * 512 })
      } catch {
        // It was closed while we looked.
      }
    }
  }
  const sum = (onDisk: boolean) =>
    [...files.values()].reduce((all, one) => all + (one.onDisk === onDisk ? one.bytes : 0), 0)
  return { diskBytes: sum(true), memoryBytes: sum(false) }
}

function deviceOf(folder: string): number | null {
  try {
    return statSync(folder).dev
  } catch {
    return null // The folder is gone.
  }
}

function descriptors(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`)
  } catch {
    return []
  }
}
