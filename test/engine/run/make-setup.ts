import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunSetup } from '../../../src/engine/run/setup.ts'

const MiB = 2 ** 20

/** A set-up with Debian's Python, which has torch. */
export function makeSetup(changed: Partial<RunSetup> = {}): RunSetup {
  return {
    caseFolder: mkdtempSync(join(tmpdir(), 'repgen-case-')),
    attemptId: 'a1',
    interpreter: {
      path: '/usr/bin/python3',
      version: '3.11.2',
      packages: {},
      prefixes: ['/usr'],
      source: 'system',
      foreign: false,
    },
    repository: null,
    data: [],
    weights: [],
    limits: {
      wallSeconds: 60,
      cpuSeconds: 60,
      memoryBytes: 4096 * MiB,
      processes: 64,
      fileBytes: 256 * MiB,
      outputBytes: 16 * MiB,
    },
    gpu: false,
    unsandboxed: false,
    ...changed,
  }
}
