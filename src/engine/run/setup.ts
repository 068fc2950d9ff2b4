import type { Interpreter, Limits, Run } from '../../shared/run.ts'

/** What a run of a script needs; the same for the observed and the bare one. */
export type RunSetup = {
  /** Host folder of the case; output goes to runs/<attempt>-<kind>-<n>/ in it. */
  caseFolder: string
  attemptId: string
  interpreter: Interpreter
  /** Host folder with the revision's files, mounted read-only. */
  repository: string | null
  data: string[]
  weights: string[]
  limits: Limits
  gpu: boolean
  unsandboxed: boolean
  signal?: AbortSignal
  onOutput?: (kind: Run['kind'], stream: 'stdout' | 'stderr', text: string) => void
}

/** Where the revision's files and the given folders are found inside. */
export const repositoryInside = '/repo'
export const dataInside = '/data'
export const weightsInside = '/weights'
export const harnessInside = '/harness'
export const eventsFolder = 'observed'

/** The first of several folders has the plain path, the others a number behind it, from 2. */
export const numbered = (inside: string, index: number): string => (index === 0 ? inside : `${inside}${index + 1}`)
