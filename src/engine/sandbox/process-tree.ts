import { readdirSync, readFileSync } from 'node:fs'

export type TreeUse = {
  processes: number
  ownBytes: number
  /** Of the process that maps most; what others share with it is not counted twice. */
  sharedBytes: number
  cpuSeconds: number
  /** To disks, by the processes that still live and by those that they have waited for. */
  writtenBytes: number
}

const pageBytes = 4096
const ticksPerSecond = 100

/** A process and all its descendants, read from /proc. */
export function processTree(pid: number): number[] {
  const found: number[] = []
  const waiting = [pid]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next)
    try {
      for (const thread of readdirSync(`/proc/${next}/task`)) {
        const children = readFileSync(`/proc/${next}/task/${thread}/children`, 'latin1').trim()
        if (children !== '') waiting.push(...children.split(' ').map(Number))
      }
    } catch {
      // It ended while we looked.
    }
  }
  return found
}

/** Memory, processor time and bytes written of a process and all its descendants; those that end meanwhile are left out. */
export function treeUse(pid: number): TreeUse {
  const use: TreeUse = { processes: 0, ownBytes: 0, sharedBytes: 0, cpuSeconds: 0, writtenBytes: 0 }
  for (const one of processTree(pid)) {
    try {
      const [, resident = 0, mapped = 0] = readFileSync(`/proc/${one}/statm`, 'latin1').split(' ').map(Number)
      const stat = readFileSync(`/proc/${one}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // Its own ticks, and what its children had used when they were waited for.
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
      use.processes += 1
      use.ownBytes += (resident - mapped) * pageBytes
      use.sharedBytes = Math.max(use.sharedBytes, mapped * pageBytes)
      use.cpuSeconds += ticks / ticksPerSecond
      use.writtenBytes += written(one)
    } catch {
      // It ended while we looked.
    }
  }
  return use
}

function written(pid: number): number {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0 // A process may forbid this one to all but root.
  }
}

/**
 * Bytes of shared memory on the whole machine: tmpfs, files without a name, System V. No process need have mapped them, so their growth during
 * a run is the only measure there is; another program's growth counts too, which ends a run too early rather than too late.
 */
export function sharedMemory(): number {
  try {
    return Number(/^Shmem:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'latin1'))?.[1] ?? 0) * 1024
  } catch {
    return 0 // Not on Linux.
  }
}
