import { statfsSync } from 'node:fs'
import type { EndedBy, Limits } from '../../shared/run.ts'
import { folderUse } from './folder-use.ts'
import { mostThreads } from './kernel-limits.ts'
import { readMachine } from './machine.ts'
import { exactUse, treeUse } from './process-tree.ts'
import type { TreeUse } from './tree-use.ts'
import { unlinkedFiles } from './unlinked-files.ts'

export type Watched = {
  limits: Limits
  /** Processes whose descendants are the run. */
  roots: () => number[]
  /** Processes and threads in the tree that are ours: bwrap and the shell. */
  ours: number
  folder: string
  exceeded: (limit: EndedBy) => void
}

/** What the watch has seen, for judging how a run really ended. */
export type Seen = { peakBytes: number; peakThreads: number; cpuSeconds: number; outOfMemoryKills: number }
export type Watch = { seen: () => Seen; end: () => void }

const everyMilliseconds = 50
const folderEveryMilliseconds = 1000
/** Looking takes at most one part in so many of our time. */
const share = 5
/** All files together may take this many times what one may, and be this many. */
export const totalFiles = 4
export const mostEntries = 200_000
/** A run ends before the machine itself is out of memory or disk. */
const spareBytes = 256 * 2 ** 20
/** What other programs may make the machine's shared and kernel memory grow by while a run goes on. */
const leastUntraced = 4 * 2 ** 30
const kernelSlack = 512 * 2 ** 20

/** Watches a run from outside, as limits per process do not bound a tree, and calls `exceeded` with the limit that it has passed. */
export function watchRun({ limits, roots, ours, folder, exceeded }: Watched): Watch {
  const before = readMachine()
  // Shared memory can be hidden (a file without a name, on its way through a socket): growth past this is taken for the run's.
  const untraced = Math.max(2 * limits.memoryBytes, leastUntraced)
  const diskBefore = freeBytes(folder)
  const seen: Seen = { peakBytes: 0, peakThreads: 0, cpuSeconds: 0, outOfMemoryKills: 0 }
  const most = { bytes: limits.fileBytes * totalFiles, entries: mostEntries }
  let nextExact = 0
  let nextUrgent = 0
  let nextFolder = performance.now() + folderEveryMilliseconds
  let nextUrgentFolder = 0
  let looking = false
  let timer = setTimeout(look, everyMilliseconds)

  function look(): void {
    const started = performance.now()
    const use = treeUse(roots())
    const limit = lookAtProcesses(use, started) ?? lookAtDisk(use.pids, started)
    if (limit !== null) exceeded(limit)
    timer = setTimeout(look, Math.max(everyMilliseconds, share * (performance.now() - started)))
  }

  function lookAtProcesses(use: TreeUse, now: number): EndedBy | null {
    const machine = readMachine()
    seen.cpuSeconds = Math.max(seen.cpuSeconds, use.cpuSeconds)
    seen.peakThreads = Math.max(seen.peakThreads, use.threads - ours)
    seen.outOfMemoryKills = machine.outOfMemoryKills - before.outOfMemoryKills
    if (lookAtMemory(use, machine.sharedBytes - before.sharedBytes, now)) return 'memory'
    // No process has these pages.
    if (machine.kernelBytes - before.kernelBytes > limits.memoryBytes + kernelSlack) return 'memory'
    if (before.availableBytes > 0 && machine.availableBytes < Math.min(spareBytes, before.availableBytes / 2))
      return 'memory'
    if (use.pids.length - ours > limits.processes || use.threads - ours > mostThreads(limits)) return 'processes'
    return use.cpuSeconds > limits.cpuSeconds ? 'cpu' : null
  }

  /**
   * The quick sum is never too small, and may be much too large: for pages that forked processes share, or another program's shared memory. So
   * where it says something new, every page is counted once.
   */
  function lookAtMemory(use: TreeUse, grown: number, now: number): boolean {
    const quick = use.ownBytes + Math.max(use.sharedBytes, grown)
    if (quick <= seen.peakBytes || now < (quick > limits.memoryBytes ? nextUrgent : nextExact)) return false
    const exact = exactUse(use)
    const traced = exact.sharedBytes + unlinkedFiles(use.pids, folder).memoryBytes
    const shared = grown > untraced ? grown : Math.min(Math.max(grown, use.sharedBytes), traced)
    const bytes = exact.ownBytes + shared
    seen.peakBytes = Math.max(seen.peakBytes, bytes)
    const done = performance.now()
    nextUrgent = done + 4 * (done - now)
    nextExact = done + Math.max(200, 2 * share * (done - now))
    return bytes > limits.memoryBytes
  }

  function lookAtDisk(pids: number[], now: number): EndedBy | null {
    const free = freeBytes(folder)
    if (free < Math.min(spareBytes, diskBefore / 2)) return 'output'
    if (!looking && now > (diskBefore - free > most.bytes ? nextUrgentFolder : nextFolder)) void lookAtFolder(pids, now)
    return null
  }

  async function lookAtFolder(pids: number[], now: number): Promise<void> {
    looking = true
    const { bytes, entries } = await folderUse(folder, most)
    looking = false
    const done = performance.now()
    nextUrgentFolder = done + 4 * (done - now)
    nextFolder = done + Math.max(folderEveryMilliseconds, share * (done - now))
    if (bytes + unlinkedFiles(pids, folder).diskBytes > most.bytes || entries > most.entries) exceeded('output')
  }

  return { seen: () => seen, end: () => clearTimeout(timer) }
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.MAX_SAFE_INTEGER // The folder is gone, and with it what could fill it.
  }
}
