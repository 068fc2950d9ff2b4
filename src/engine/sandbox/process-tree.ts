import { readdirSync, readFileSync } from 'node:fs'

export type TreeUse = { processes: number; bytes: number; cpuSeconds: number }

const pageBytes = 4096
const ticksPerSecond = 100

/** Memory and processor time of a process and all its descendants, read from /proc; those that end meanwhile are left out. */
export function treeUse(pid: number): TreeUse {
  let processes = 0
  let own = 0
  let shared = 0
  let ticks = 0
  const waiting = [pid]
  while (waiting.length > 0) {
    const next = waiting.pop() as number
    try {
      const [, resident = 0, mapped = 0] = readFileSync(`/proc/${next}/statm`, 'latin1').split(' ').map(Number)
      own += (resident - mapped) * pageBytes
      shared = Math.max(shared, mapped * pageBytes)
      const stat = readFileSync(`/proc/${next}/stat`, 'latin1')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ').map(Number)
      ticks += (fields[11] ?? 0) + (fields[12] ?? 0)
      processes += 1
      for (const thread of readdirSync(`/proc/${next}/task`)) {
        const children = readFileSync(`/proc/${next}/task/${thread}/children`, 'latin1').trim()
        if (children !== '') waiting.push(...children.split(' ').map(Number))
      }
    } catch {
      // It ended while we looked.
    }
  }
  return { processes, bytes: own + shared, cpuSeconds: ticks / ticksPerSecond }
}
