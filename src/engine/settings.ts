import { totalmem } from 'node:os'
import type { Settings } from '../shared/event.ts'

const gibibyte = 2 ** 30

/** What holds where the person says nothing. Memory: half of the machine's, 8 GiB at most. */
export function defaultSettings(): Settings {
  return {
    repository: null,
    revision: null,
    python: null,
    data: [],
    weights: [],
    limits: {
      wallSeconds: 60,
      cpuSeconds: 120,
      memoryBytes: Math.min(8 * gibibyte, Math.floor(totalmem() / 2)),
      processes: 256,
      fileBytes: 256 * 2 ** 20,
      outputBytes: 50 * 2 ** 20,
    },
    maxAttempts: 12,
    maxSeconds: 300,
    gpu: false,
    unsandboxed: false,
  }
}
