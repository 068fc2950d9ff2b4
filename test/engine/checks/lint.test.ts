import { describe, expect, it } from 'vitest'
import { type LintMessage, linterOf, lintFindings } from '../../../src/engine/checks/lint.ts'
import type { Interpreter } from '../../../src/shared/run.ts'
import type { Symptom } from '../../../src/shared/symptom.ts'

function message(symbol: string, text = '', line = 1, type = 'error'): LintMessage {
  return { type, line, column: 0, symbol, message: text }
}

function raised(type: string, text = '', code: string | null = null): Symptom {
  return { kind: 'exception', type, message: text, frames: [{ file: 'a.py', function: null, code }], lines: [] }
}

const severity = (lint: LintMessage, script = 'f(1)\n', symptom: Symptom | null = null) =>
  lintFindings([lint], script, symptom, new Set())[0]?.severity

describe('lintFindings', () => {
  it.each([
    ['an error', message('too-many-function-args'), 'f(1)', null, 'error'],
    ['a fatal', message('config-parse-error', '', 1, 'fatal'), 'f(1)', null, 'fatal'],
    ['a warning', message('unused-import', '', 1, 'warning'), 'f(1)', null, 'advice'],
    ['a crash of pylint', message('astroid-error', '', 1, 'fatal'), 'f(1)', null, 'advice'],
    ['a redefinition', message('function-redefined'), 'f(1)', null, 'advice'],
    ['an inferred member', message('no-member'), 'f(1)', null, 'advice'],
    ['a call to a base class of a framework', message('no-value-for-parameter'), 'super().f(1)', null, 'advice'],
    ['a use before the assignment', message('used-before-assignment', "'x' before"), 'print(x)\nx = 1', null, 'error'],
    [
      'such a use in a loop',
      message('used-before-assignment', "'x' before", 2),
      'for i in y:\n    print(x)',
      null,
      'advice',
    ],
    ['syntax that the target compiles', message('syntax-error'), 'f(1)', null, 'advice'],
    ['the reported TypeError', message('no-value-for-parameter'), 'f(1)', raised('TypeError'), 'advice'],
    ['another exception', message('no-value-for-parameter'), 'f(1)', raised('ValueError'), 'error'],
    [
      'the reported undefined name',
      message('undefined-variable', "Undefined variable 'q'"),
      'q',
      raised('NameError', "name 'q' is not defined"),
      'advice',
    ],
    [
      'another undefined name',
      message('undefined-variable', "Undefined variable 'r'"),
      'r',
      raised('NameError', "name 'q' is not defined"),
      'error',
    ],
    [
      'a line of the reported traceback',
      message('some-new-error'),
      'f(1)',
      raised('ValueError', '', ' f(1) '),
      'advice',
    ],
  ] as const)('%s', (_, lint, script, symptom, wanted) => expect(severity(lint, script, symptom)).toBe(wanted))

  it('leaves names to the check of names that has judged them', () => {
    expect(lintFindings([message('undefined-variable', "Undefined variable 'q'")], 'q', null, new Set(['q']))).toEqual(
      [],
    )
  })

  it('puts what stops before what advises', () => {
    const found = lintFindings([message('no-member'), message('unexpected-keyword-arg')], 'f(1)', null, new Set())
    expect(found.map((f) => f.code)).toEqual(['unexpected-keyword-arg', 'no-member'])
  })
})

describe('linterOf', () => {
  const make = (path: string, pylint: boolean, foreign = false): Interpreter => ({
    path,
    version: '3.11.2',
    packages: pylint ? { pylint: '2.16.2' } : {},
    prefixes: [],
    source: 'path',
    foreign,
  })

  it('prefers the target, then another, and foreign code last', () => {
    expect(linterOf(make('a', true), [make('b', true)])?.path).toBe('a')
    expect(linterOf(make('a', false), [make('b', true)])?.path).toBe('b')
    expect(linterOf(make('a', true, true), [make('b', true)])?.path).toBe('b')
    expect(linterOf(make('a', true, true), [])?.path).toBe('a')
    expect(linterOf(make('a', false), [])).toBeNull()
  })
})
