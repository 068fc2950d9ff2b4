import { describe, expect, it } from 'vitest'
import { observedLines } from '../../../src/engine/run/observed-line.ts'
import { observationFrom } from '../../../src/engine/run/read-observation.ts'
import { observationSchema } from '../../../src/shared/run.ts'

const written = (...lines: unknown[]) => observedLines(lines.map((line) => JSON.stringify(line)).join('\n'))
const raised = (kind: string, message: string) => ({
  kind,
  pid: 5,
  chain: [
    {
      type: 'ValueError',
      message,
      frames: [{ file: '/usr/lib/python3/dist-packages/torch/x.py', line: 3, function: 'f', code: null }],
      link: null,
    },
  ],
})
const from = (main: unknown[], ...others: unknown[][]) =>
  observationFrom(
    [{ main: true, lines: written(...main) }, ...others.map((lines) => ({ main: false, lines: written(...lines) }))],
    [],
  )

describe('readObservation', () => {
  it('takes the exception of the script’s own process for the one that ended it', () => {
    const seen = from([raised('thread-exception', 'thread')], [raised('exception', 'worker')])
    expect(seen.exception).toBeNull()
    expect(seen.childExceptions.map((e) => e.chain[0]?.message)).toEqual(['worker', 'thread'])
    expect(from([raised('exception', 'own')]).exception?.chain[0]?.frames[0]?.library).toBe(true)
  })

  it('adds up what processes trained, each by the last that it said', () => {
    const said = (steps: number) => ({ kind: 'optimizer', steps, parameters: 2, unchanged: ['w'] })
    const seen = from([said(1), said(8)], [said(3)])
    expect([seen.optimizerSteps, seen.parameters, seen.unchangedParameters]).toEqual([11, 4, ['w', 'w']])
  })

  it('takes the seed that the script set before those that its workers set', () => {
    const seed = (value: string) => ({ kind: 'seed', name: 'torch', value })
    expect(from([seed('3')], [seed('99')]).seeds).toEqual({ torch: '3' })
  })

  it('leaves out lines of another shape, and NaN, which is no JSON', () => {
    const lines = observedLines(
      '{"kind":"losses","values":[NaN]}\n{"kind":"losses","values":[1e999]}\n[]\n{"kind":"x"}\n{"kind":"losses","values":[null,0.5]}',
    )
    expect(lines).toEqual([{ kind: 'losses', values: [null, 0.5] }])
  })

  it('is an event of bounded size whatever the script wrote', () => {
    const long = 'x'.repeat(25_000)
    const frames = Array.from({ length: 100 }, () => ({ file: long, line: 1, function: long, code: long }))
    const link = { type: long, message: long, frames, link: null }
    const hostile = [
      ...Array.from({ length: 4 }, () => ({
        kind: 'exception',
        pid: 1,
        chain: Array.from({ length: 2 }, () => link),
      })),
      ...Array.from({ length: 300 }, () => ({ kind: 'warning', category: long, message: long, file: long, line: 1 })),
      { kind: 'metric', name: '__proto__', value: 1 },
      { kind: 'optimizer', steps: Number.MAX_SAFE_INTEGER, parameters: 1, unchanged: [long, long] },
    ]
    const seen = from(hostile, hostile)
    expect(JSON.stringify(seen).length).toBeLessThan(1_500_000)
    expect(observationSchema.safeParse(JSON.parse(JSON.stringify(seen))).success).toBe(true)
  })
})
