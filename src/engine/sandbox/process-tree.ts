import { readdirSync, readFileSync, statfsSync } from 'node:fs'
import { askPs, treeUseOf } from './ps-table.ts'
import type { TreeUse } from './tree-use.ts'

const pageBytes = 4096
const ticksPerSecond = 100

/** Processes and all their descendants, read from /proc. */
export function processTree(roots: number[]): number[] {
  const found = new Set<number>()
  const waiting = [...roots]
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    if (found.has(pid)) continue
    found.add(pid)
    try {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').trim()
        if (children !== '') waiting.push(...children.split(' ').map(Number))
      }
    } catch {
      // It ended while we looked.
    }
  }
  return [...found]
}

/** What processes and all their descendants use; those that end meanwhile are left out. */
export function treeUse(roots: number[]): TreeUse {
  if (process.platform !== 'linux') return treeUseOf(askPs(), roots)
  const use: TreeUse = { pids: [], threads: 0, ownBytes: 0, sharedBytes: 0, cpuSeconds: 0 }
  for (const pid of processTree(roots)) addProcess(use, pid)
  return use
}

/** When a process started, in ticks since the machine did: with its number, what tells it from a later one. Null where it is dead. */
export function startOf(pid: number): string | null {
  const fields = statFields(pid)
  return fields === null || 'ZX'.includes(fields[0] ?? 'X') ? null : (fields[19] ?? null)
}

/** Fields of /proc/PID/stat from the third on (proc(5)); the second is a name that may hold anything. */
function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

function addProcess(use: TreeUse, pid: number): void {
  const fields = statFields(pid)
  if (fields === null) return
  const { ownBytes, sharedBytes } = resident(pid)
  use.pids.push(pid)
  use.ownBytes += ownBytes
  use.sharedBytes = Math.max(use.sharedBytes, sharedBytes)
  // Its own, and what children had used when they were waited for.
  use.cpuSeconds += fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0) / ticksPerSecond
  use.threads += Number(fields[17] ?? 1)
}

function resident(pid: number): ExactUse {
  try {
    const [, all = 0, mapped = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return { ownBytes: (all - mapped) * pageBytes, sharedBytes: mapped * pageBytes }
  } catch {
    return { ownBytes: 0, sharedBytes: 0 } // It ended while we looked.
  }
}

export type ExactUse = { ownBytes: number; sharedBytes: number }

/**
 * Memory with every page counted once, however many processes share it (proportional set size). Costs milliseconds for a large process; one
 * that does not let itself be read counts in full.
 */
export function exactUse({ pids, ...quick }: TreeUse): ExactUse {
  if (process.platform !== 'linux') return quick
  let ownBytes = 0
  let sharedBytes = 0
  for (const pid of pids) {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
      const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) * 1024
      if (Number.isNaN(bytes('Pss_Anon'))) throw new Error('a kernel before 5.4')
      ownBytes += bytes('Pss_Anon')
      sharedBytes += bytes('Pss_Shmem')
    } catch {
      const whole = resident(pid)
      ownBytes += whole.ownBytes
      sharedBytes += whole.sharedBytes
    }
  }
  return { ownBytes, sharedBytes: sharedBytes + privateFiles(pids.at(-1)) }
}

/** Bytes of the files in the run's own /tmp and /dev/shm, which are memory. */
function privateFiles(pid: number | undefined): number {
  return ['/tmp', '/dev/shm'].reduce((sum, folder) => {
    try {
      const { type, bsize, blocks, bfree } = statfsSync(`/proc/${pid}/root${folder}`)
      return type === tmpfs ? sum + (blocks - bfree) * bsize : sum
    } catch {
      return sum
    }
  }, 0)
}

/** TMPFS_MAGIC of statfs(2). */
const tmpfs = 0x01021994
