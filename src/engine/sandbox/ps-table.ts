import { spawnSync } from 'node:child_process'
import type { TreeUse } from './tree-use.ts'

/** What ps shows of all processes: number, parent, resident kibibytes, processor time. For systems without /proc. */
export function askPs(): string {
  return spawnSync('/bin/ps', ['-axo', 'pid=,ppid=,rss=,time='], { encoding: 'utf8', timeout: 5000 }).stdout ?? ''
}

/** What processes and all their descendants use, by the output of ps. Pages that they share count for each. */
export function treeUseOf(table: string, roots: number[]): TreeUse {
  const rows = table.split('\n').flatMap((line) => {
    const [pid, parent, kibibytes, time] = line.trim().split(/\s+/)
    return time === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), bytes: Number(kibibytes) * 1024, seconds: secondsOf(time) }]
  })
  const tree = new Set(roots)
  for (let before = -1; before !== tree.size; ) {
    before = tree.size
    for (const { pid, parent } of rows) if (tree.has(parent)) tree.add(pid)
  }
  const inTree = rows.filter(({ pid }) => tree.has(pid))
  return {
    pids: inTree.map(({ pid }) => pid),
    threads: inTree.length,
    ownBytes: inTree.reduce((sum, { bytes }) => sum + bytes, 0),
    sharedBytes: 0,
    cpuSeconds: inTree.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

/** `1:02.50`, `3:01:02` or `2-03:01:02` in seconds. */
function secondsOf(time: string): number {
  const [clock = '', days = '0'] = time.split('-').reverse()
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400
}
