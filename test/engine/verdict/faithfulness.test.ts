import { describe, expect, it } from 'vitest'
import { conclude } from '../../../src/engine/verdict/conclude.ts'
import { invented, oursInEvidence } from '../../../src/engine/verdict/faithfulness.ts'
import type { Attempt, Rewrite } from '../../../src/shared/attempt.ts'
import type { ChainedException } from '../../../src/shared/report.ts'
import type { Symptom } from '../../../src/shared/symptom.ts'
import type { Outcome, Verdict } from '../../../src/shared/verdict.ts'

const lines = [{ start: 1, end: 1 }]
const rewrite = (
  name: string,
  effect: Rewrite['effect'],
  defines: string[] = [],
  parameters: Rewrite['parameters'] = {},
): Rewrite => ({ name, effect, defines, parameters, reason: `${name} was needed` })
const attempt = (rewrites: Rewrite[], kind: Attempt['base']['kind'] = 'snippet'): Attempt => ({
  id: '1',
  base: { kind, code: '', lines: [], title: 'snippet 1' },
  rewrites,
  script: '',
  because: null,
})
const crash = (message: string): Symptom => ({ kind: 'exception', type: 'RuntimeError', message, frames: [], lines })
const raised = (message: string, code = 'y = net(x)'): ChainedException => ({
  type: 'RuntimeError',
  message,
  link: null,
  frames: [{ file: 'repro.py', line: 1, function: 'f', code, library: false }],
})
const quoted: Symptom = {
  kind: 'wrong-value',
  got: null,
  wanted: null,
  quoted: { text: '0.1234', lines: { start: 1, end: 1 } },
  lines,
}
const check = (oracle: string, values: object) => rewrite('add-check', 'probe', [], { oracle, values, reason: '' })

describe('what we put in is never the evidence', () => {
  const shapes = 'mat1 and mat2 shapes cannot be multiplied (4x8 and 9x2)'
  it.each<[string, Attempt, Symptom, ChainedException | null]>([
    [
      'a shape error of made-up arguments',
      attempt([], 'repository'),
      crash(shapes),
      raised('mat1 and mat2 shapes cannot be multiplied (2x8 and 4x8)'),
    ],
    [
      'a shape error of a made-up batch',
      attempt([rewrite('stand-ins', 'stand-in', ['x'])]),
      crash(shapes),
      raised('mat1 and mat2 shapes cannot be multiplied (4x7 and 9x2)', 'net(y)'),
    ],
    [
      'an error in the line that uses a stand-in',
      attempt([rewrite('stand-ins', 'stand-in', ['loader'])]),
      crash('no len'),
      raised('no len', 'len(loader)'),
    ],
    [
      'our limit of memory',
      attempt([]),
      crash("can't allocate memory: you tried to allocate 9 bytes"),
      raised("can't allocate memory: you tried to allocate 9 bytes"),
    ],
    [
      'a flat loss after our cut of the epochs',
      attempt([rewrite('shorten-loops', 'limit')]),
      { kind: 'no-learning', what: 'loss', names: [], quoted: null, lines },
      null,
    ],
    [
      'a flat loss on noise',
      attempt([rewrite('synthetic-data', 'synthetic-data', ['data']), check('unmoved', {})]),
      { kind: 'no-learning', what: 'loss', names: [], quoted: null, lines },
      null,
    ],
    [
      'rounded output with a stand-in',
      attempt([rewrite('stand-ins', 'stand-in', ['x']), check('printed', { REPORTED: ['loss *'], EVERY: false })]),
      quoted,
      null,
    ],
  ])('%s', (_, made, symptom, exception) => {
    expect(oursInEvidence(made, symptom, exception)).not.toBeNull()
  })

  it.each<[string, Attempt, Symptom, ChainedException | null]>([
    [
      'the reported message, word for word, from made-up arguments',
      attempt([], 'repository'),
      crash("'NoneType' object is not callable"),
      raised("'NoneType' object is not callable"),
    ],
    [
      'all of the reported numbers, whatever was put in',
      attempt([rewrite('stand-ins', 'stand-in', ['x']), check('printed', { REPORTED: ['loss 0.1234'], EVERY: false })]),
      quoted,
      null,
    ],
    ['a plot that is not shown', attempt([rewrite('drop-peripheral', 'stand-in', ['plt'])]), quoted, null],
    ['two names of one object', attempt([check('same_object', {})], 'repository'), quoted, null],
  ])('but this is: %s', (_, made, symptom, exception) => {
    expect(oursInEvidence(made, symptom, exception)).toBeNull()
  })
})

it('a command that only holds the word is no part of a program', () => {
  const made = attempt([], 'command')
  expect(invented({ ...made, base: { ...made.base, title: 'python partition.py' } })).toEqual([])
})

describe('the verdict on a case is that of the attempt that says most', () => {
  const verdict = (outcome: Outcome, missing: Verdict['missing'] = []): Verdict => ({
    outcome,
    reason: 'Because.',
    evidence: [],
    missing,
    runs: { shown: 0, of: 0 },
    control: 'none',
    by: 'run',
    sandboxed: true,
    differences: [],
    endedBy: null,
    attemptId: null,
  })
  const file: Verdict['missing'] = [{ kind: 'file', name: 'a.csv', remedy: '' }]
  const gpu: Verdict['missing'] = [{ kind: 'gpu', name: 'CUDA', remedy: '' }]

  it.each<[string, Verdict[], Outcome]>([
    ['one that reproduced', [verdict('inconclusive'), verdict('reproduced')], 'reproduced'],
    [
      'a faithful run before one that lacked a file',
      [verdict('blocked', file), verdict('not-reproduced')],
      'not-reproduced',
    ],
    ['a GPU that is missing before a run without it', [verdict('not-reproduced'), verdict('blocked', gpu)], 'blocked'],
    ['what is missing before another failure', [verdict('different-failure'), verdict('blocked', file)], 'blocked'],
  ])('%s', (_, verdicts, outcome) => {
    expect(conclude(verdicts, [])?.outcome).toBe(outcome)
  })

  it('and says how the versions differ where the symptom did not show', () => {
    const differences = [{ name: 'torch', reported: '2.5', have: '1.13' }]
    expect(conclude([verdict('not-reproduced')], differences)?.reason).toBe(
      'Because. The versions differ: torch 1.13 here, 2.5 in the report.',
    )
  })
})
