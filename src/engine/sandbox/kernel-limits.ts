import { existsSync } from 'node:fs'
import type { Limits } from '../../shared/run.ts'
import { readMachine } from './machine.ts'

/** Threads that a run may have for each process that it may have. */
const threadsPerProcess = 3
/** What the kernel grants more than the watch, which needs a moment to see that it is too much. */
const lead = 512

/** Threads of a whole run; programs that start one for each core need more than the limit on processes says. */
export function mostThreads(limits: Limits): number {
  return limits.processes * threadsPerProcess
}

/**
 * The kernel's limits, per process, as a command to put before another. They only stop what is faster than the watch, and must not come before
 * it: an error that they cause would look like one of the program's own. So memory is that of the machine, which no run could have anyway;
 * descriptors begin at what every system gives.
 */
export function kernelLimits(limits: Limits): string[] {
  const prlimit = '/usr/bin/prlimit'
  if (!existsSync(prlimit)) return []
  const { totalBytes, threads } = readMachine()
  // Kernels before 5.14 count all threads of the user, in and out of the sandbox.
  const others = process.getuid?.() === 0 ? 0 : threads
  const cpu = Math.ceil(limits.cpuSeconds) + 1
  return [
    prlimit,
    '--core=0',
    `--nproc=${mostThreads(limits) + lead + others}`,
    `--cpu=${cpu}:${cpu + 2}`,
    `--fsize=${limits.fileBytes}`,
    '--nofile=1024:4096',
    ...(totalBytes > 0 ? [`--data=${totalBytes}`] : []),
    '--',
  ]
}
