import { readdirSync, statSync } from 'node:fs'

const mostDescriptors = 20_000

/** Bytes of files on the disk of `folder` that processes hold open though no folder has them any more. */
export function unlinkedBytes(pids: number[], folder: string): number {
  const disk = statSync(folder).dev
  const bytes = new Map<number, number>()
  let looked = 0
  for (const pid of pids) {
    for (const name of descriptors(pid)) {
      if (++looked > mostDescriptors) break
      try {
        const stat = statSync(`/proc/${pid}/fd/${name}`)
        if (stat.isFile() && stat.nlink === 0 && stat.dev === disk) bytes.set(stat.ino, stat.blocks * 512)
      } catch {
        // It was closed while we looked.
      }
    }
  }
  return [...bytes.values()].reduce((sum, one) => sum + one, 0)
}

function descriptors(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`)
  } catch {
    return []
  }
}
