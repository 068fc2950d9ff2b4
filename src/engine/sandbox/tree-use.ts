export type TreeUse = {
  pids: number[]
  threads: number
  /** Resident memory; pages that processes share count for each, so it is never less than what is really used. */
  ownBytes: number
  /** Shared pages of the process that maps most of them. */
  sharedBytes: number
  cpuSeconds: number
}
