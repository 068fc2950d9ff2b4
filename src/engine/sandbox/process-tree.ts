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

/** Memory, processor time and bytes written of a process and all its descendants, read from /proc; those that end meanwhile are left out. */
export function treeUse(pid: number): TreeUse {
  let processes = 0
  let ownBytes = 0
  let sharedBytes = 0
  let writtenBytes = 0
  let ticks = 0
  const waiting = [pid]
  while (waiting.length > 0) {
    const next = waiting.pop() as number
    try {
      const [, resident = 0, mapped = 0] = readFileSync(`/proc/${next}/statm`, 'latin1').split(' ').map(Number)
      ownBytes += (resident - mapped) * pageBytes
      sharedBytes = Math.max(sharedBytes, mapped * pageBytes)
      const stat = readFileSync(`/proc/${next}/stat`, 'latin1')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      // Its own, and what children had used when they were waited for.
      ticks += fields.slice(11, 15).reduce((sum, one) => sum + one, 0)
      writtenBytes += written(next)
      processes += 1
      for (const thread of readdirSync(`/proc/${next}/task`)) {
        const children = readFileSync(`/proc/${next}/task/${thread}/children`, 'latin1').trim()
        if (children !== '') waiting.push(...children.split(' ').map(Number))
      }
    } catch {
      // It ended while we looked.
    }
  }
  return { processes, ownBytes, sharedBytes, cpuSeconds: ticks / ticksPerSecond, writtenBytes }
}

function written(pid: number): number {
  const io = readFileSync(`/proc/${pid}/io`, 'latin1')
  return Number(/^write_bytes: (\d+)/m.exec(io)?.[1] ?? 0)
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
