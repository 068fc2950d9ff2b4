import { readFileSync } from 'node:fs'

/** How this machine stands. Zeros where the kernel does not say (not Linux). */
export type Machine = {
  totalBytes: number
  /** What could be had without swapping. */
  availableBytes: number
  /** Shared memory of all kinds: tmpfs, files without a name, System V. */
  sharedBytes: number
  /** What the kernel itself holds and cannot give back: buffers of sockets and pipes, page tables, objects. */
  kernelBytes: number
  /** Threads of all users. */
  threads: number
  /** Processes that the kernel has killed for lack of memory since it started. */
  outOfMemoryKills: number
}

export function readMachine(): Machine {
  const memory = read('/proc/meminfo')
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(memory)?.[1] ?? 0) * 1024
  const programs = ['MemFree', 'Buffers', 'Cached', 'SwapCached', 'AnonPages', 'SReclaimable']
  return {
    totalBytes: bytes('MemTotal') + bytes('SwapTotal'),
    availableBytes: bytes('MemAvailable'),
    sharedBytes: bytes('Shmem'),
    kernelBytes: programs.reduce((rest, name) => rest - bytes(name), bytes('MemTotal')),
    threads: Number(/^\S+ \S+ \S+ \d+\/(\d+)/.exec(read('/proc/loadavg'))?.[1] ?? 0),
    outOfMemoryKills: Number(/^oom_kill (\d+)/m.exec(read('/proc/vmstat'))?.[1] ?? 0),
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}
