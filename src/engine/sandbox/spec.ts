import type { EndedBy, Exit, Interpreter, Limits } from '../../shared/run.ts'

/** Where the case's work folder is mounted: the one writable place. No machine has this path. */
export const caseFolderInside = '/case'

export type Mount = { host: string; inside: string }

export type SandboxSpec = {
  argv: string[]
  /** Host folder, mounted writable at /case. */
  folder: string
  /** Inside; default /case. */
  cwd?: string
  /** Added to the scrubbed environment. */
  env: Record<string, string>
  readOnly: Mount[]
  /** Its prefixes are mounted one by one at their own paths. */
  interpreter?: Interpreter
  limits: Limits
  gpu: boolean
  /** Host files that take the whole output, up to the limit. */
  outputFiles: { stdout: string; stderr: string }
  onOutput?: (stream: 'stdout' | 'stderr', text: string) => void
  signal?: AbortSignal
  /** A person allowed running without a sandbox where there is none. */
  unsandboxed: boolean
  stdin?: string
}

export type SandboxResult = {
  exit: Exit
  endedBy: EndedBy
  seconds: number
  /** Resident memory of the whole tree at its highest, sampled. */
  peakBytes: number
  sandboxed: boolean
  stdout: { bytes: number; cut: boolean }
  stderr: { bytes: number; cut: boolean }
}

/** How a run is started on this machine. */
export type Launch = {
  command: string
  args: string[]
  env: Record<string, string>
  cwd: string
  kind: 'bubblewrap' | 'seatbelt' | 'none'
  /** Content of the channels that bwrap reads; only for bubblewrap. */
  filter: Buffer | null
  users: string | null
}

/** There is no sandbox, so nothing foreign is run. The message says how to get one. */
export class SandboxUnavailableError extends Error {
  override name = 'SandboxUnavailableError'
}
