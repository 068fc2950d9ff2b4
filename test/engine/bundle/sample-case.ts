import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseReport } from '../../../src/engine/report/parse-report.ts'
import { defaultSettings } from '../../../src/engine/settings.ts'
import { type CaseState, foldCase } from '../../../src/shared/case.ts'
import type { CaseEvent, StoredEvent } from '../../../src/shared/event.ts'
import type { Interpreter, Run } from '../../../src/shared/run.ts'
import type { Verdict } from '../../../src/shared/verdict.ts'

export const identity = { users: ['mirabelle'], homes: ['/home/mirabelle'], hosts: ['kestrel-gpu7'] }
export const token = ['ghp', '_', 'Zk3vQ9xT1bN7wL5pR8sD2fG6hJ4mC0yA'].join('')

export const script = `import numpy
from json import dumps

# written by mirabelle on kestrel-gpu7
path = "/home/mirabelle/data/x.npy"
password = "tr0ub4dor&3"
mirabelle_size = 3
print("reading", path, dumps({"n": mirabelle_size}))
raise ValueError("bad size of /home/mirabelle/data")
`

const reportText = `# Loading fails with @everyone <img src=x onerror=alert(1)>

Run as mirabelle with the token ${token}, see [here](http://evil.example.com) and #12.

\`\`\`python
import numpy
raise ValueError("bad size of /home/mirabelle/data")
\`\`\`

It prints

\`\`\`
Traceback (most recent call last):
  File "/home/mirabelle/run.py", line 2, in <module>
ValueError: bad size of /home/mirabelle/data
\`\`\`

Expected: it loads, as @maintainer said, tr0ub4dor&3.
`

export const interpreter: Interpreter = {
  path: '/usr/bin/python3',
  version: '3.11.2',
  packages: { numpy: '1.24.2', torch: '1.13.1+cu117', 'nvidia-curand-cu11': '10.2.10.91' },
  prefixes: ['/usr'],
  source: 'system',
  foreign: false,
}

export const verdict: Verdict = {
  outcome: 'reproduced',
  reason: 'The run ended with the reported ValueError.',
  evidence: [
    {
      what: 'ValueError: bad size of /home/mirabelle/data',
      reported: 'ValueError: bad size of /home/mirabelle/data',
      reportLines: { start: 15, end: 15 },
      at: { kind: 'output', stream: 'stderr', line: 3 },
    },
  ],
  missing: [],
  runs: { shown: 1, of: 1 },
  control: 'none',
  by: 'run',
  sandboxed: true,
  differences: [{ name: 'numpy', reported: '1.26.0', have: '1.24.2' }],
  endedBy: 'itself',
  attemptId: 'a2',
}

const stderr = `Traceback (most recent call last):
  File "/case/repro.py", line 9, in <module>
ValueError: bad size of /home/mirabelle/data
`

function run(kind: Run['kind'], folder: string): Run {
  const output = (name: string, text: string) => ({
    file: `${folder}/${name}.txt`,
    bytes: text.length,
    text,
    cut: false,
  })
  return {
    kind,
    exit: { code: 1, signal: null },
    endedBy: 'itself',
    seconds: 0.5,
    peakBytes: 1000,
    sandboxed: true,
    stdout: output('stdout', 'reading\n'),
    stderr: output('stderr', stderr),
  }
}

export type SampleCase = { state: CaseState; events: StoredEvent[]; caseFolder: string }

/** A case with two attempts, of which the second reproduces, and its outputs on the disk. */
export async function sampleCase(
  root: string,
  change: (events: CaseEvent[]) => CaseEvent[] = (e) => e,
): Promise<SampleCase> {
  const caseFolder = join(root, 'cases', 'swift-otter')
  const parsed = await parseReport({ name: 'report.md', title: null, text: reportText, origin: 'markdown', notes: [] })
  const report = {
    ...parsed,
    expected: [{ text: 'it loads, as @maintainer said, tr0ub4dor&3.', lines: { start: 19, end: 19 } }],
  }
  const attempt = (id: string, text: string, rewrites: number) => ({
    id,
    base: { kind: 'snippet' as const, code: 'import numpy\n', lines: [{ start: 6, end: 7 }], title: 'the snippet' },
    rewrites: Array.from({ length: rewrites }, (_, i) => ({
      name: 'use-cpu',
      parameters: {},
      reason: `moved line ${i + 1} to the *CPU*`,
      effect: 'none' as const,
      defines: [],
    })),
    script: text,
    because: rewrites > 0 ? 'the first failed' : null,
  })
  const events = change([
    {
      type: 'case-opened',
      source: '/home/mirabelle/bugs/report.md',
      settings: { ...defaultSettings(), repository: '/home/mirabelle/clone' },
    },
    { type: 'report-restructured', report, by: 'rules', inputs: [] },
    { type: 'interpreter-chosen', interpreter, reason: 'the only one', differences: verdict.differences },
    {
      type: 'plan-made',
      plan: { steps: [{ id: 's1', stage: 'check', text: 'the symptom shows', check: { kind: 'symptom' } }] },
      by: 'rules',
      inputs: [],
    },
    { type: 'attempt-written', attempt: attempt('a1', 'import numpy\n', 0), by: 'rules', inputs: [] },
    { type: 'run-ended', attemptId: 'a1', run: run('observed', 'runs/a1-observed-1'), observation: null },
    { type: 'attempt-judged', attemptId: 'a1', verdict: { ...verdict, outcome: 'inconclusive', attemptId: 'a1' } },
    { type: 'attempt-written', attempt: attempt('a2', script, 2), by: 'rules', inputs: [] },
    {
      type: 'attempt-checked',
      attemptId: 'a2',
      checks: { findings: [], relevance: 1, relevanceReason: 'all', passed: true },
    },
    { type: 'run-ended', attemptId: 'a2', run: run('bare', 'runs/a2-bare-1'), observation: null },
    { type: 'step-checked', attemptId: 'a2', step: 's1', check: { kind: 'symptom' }, passed: true, detail: 'seen' },
    { type: 'attempt-judged', attemptId: 'a2', verdict },
    { type: 'verdict-reached', verdict, seconds: 3 },
  ])
  const stored = events.map(
    (event, i): StoredEvent => ({
      caseId: 'swift-otter',
      sequence: i + 1,
      version: 1,
      at: `2026-01-02T03:04:${String(10 + i)}.000Z`,
      event,
    }),
  )
  for (const file of ['runs/a1-observed-1/stderr.txt', 'runs/a2-bare-1/stderr.txt', 'runs/a2-bare-1/stdout.txt']) {
    const path = join(caseFolder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, file.endsWith('stderr.txt') ? stderr : `in ${caseFolder}: token=${token} for tr0ub4dor&3\n`)
  }
  return { state: foldCase('swift-otter', stored), events: stored, caseFolder }
}
