import { defaultSettings } from '../../../src/engine/settings.ts'
import type { CaseEvent } from '../../../src/shared/event.ts'
import type { Verdict } from '../../../src/shared/verdict.ts'
import { makeReport } from '../repository/make-report.ts'

export const opened = (source = 'report.md'): CaseEvent => ({
  type: 'case-opened',
  source,
  settings: { ...defaultSettings(), limits: { ...defaultSettings().limits, memoryBytes: 2 ** 30 } },
})

export const note = (text: string): CaseEvent => ({ type: 'note', text })

export const restructured = (title: string): CaseEvent => ({
  type: 'report-restructured',
  report: makeReport({ title }),
  by: 'rules',
  inputs: [],
})

export const reached = (outcome: Verdict['outcome']): CaseEvent => ({
  type: 'verdict-reached',
  seconds: 1,
  verdict: {
    outcome,
    reason: 'because',
    evidence: [],
    missing: [],
    runs: { shown: 0, of: 0 },
    control: 'none',
    by: 'run',
    sandboxed: true,
    differences: [],
    endedBy: null,
    attemptId: null,
  },
})

export const attempted = (id: string, script = 'print(1)\n'): CaseEvent => ({
  type: 'attempt-written',
  by: 'rules',
  inputs: [],
  attempt: {
    id,
    base: { kind: 'snippet', code: script, lines: [], title: 'snippet 1' },
    rewrites: [],
    script,
    because: null,
  },
})

/** The end of a run whose output is in the case's folder at `runs/<folder>/stdout.txt`. */
export const ran = (attemptId: string, folder: string, text: string): CaseEvent => ({
  type: 'run-ended',
  attemptId,
  observation: null,
  run: {
    kind: 'bare',
    exit: { code: 1, signal: null },
    endedBy: 'itself',
    seconds: 1,
    peakBytes: 1000,
    sandboxed: true,
    stdout: { file: `runs/${folder}/stdout.txt`, bytes: text.length, text, cut: false },
    stderr: { file: `runs/${folder}/stderr.txt`, bytes: 0, text: '', cut: false },
  },
})
