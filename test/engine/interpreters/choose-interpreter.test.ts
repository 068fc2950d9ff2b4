import { describe, expect, it } from 'vitest'
import { chooseInterpreter } from '../../../src/engine/interpreters/choose-interpreter.ts'
import { distributionOf } from '../../../src/engine/interpreters/distributions.ts'
import type { Report } from '../../../src/shared/report.ts'
import type { Interpreter } from '../../../src/shared/run.ts'
import { makeReport } from '../repository/make-report.ts'

const python = (
  version: string,
  packages: Record<string, string> = {},
  rest: Partial<Interpreter> = {},
): Interpreter => ({
  path: `/opt/${version}/bin/python`,
  version,
  packages,
  prefixes: [`/opt/${version}`],
  source: 'system',
  foreign: false,
  ...rest,
})

function reporting(versions: Record<string, string>): Report {
  const entries = Object.entries(versions).map(([name, version]) => [name, { version, lines: { start: 1, end: 1 } }])
  return makeReport({ environment: { versions: Object.fromEntries(entries), os: null, devices: [], gpu: false } })
}

const chosen = (found: Interpreter[], versions: Record<string, string>, modules: string[]) => {
  const choice = chooseInterpreter(found, reporting(versions), modules)
  return 'missing' in choice ? choice.missing : { version: choice.interpreter.version, reason: choice.reason }
}

describe('choosing an interpreter', () => {
  it('prefers the framework to the nearer Python', () => {
    const found = [python('3.8.10'), python('3.12.1', { torch: '2.2.0' })]
    expect(chosen(found, { python: '3.8.10' }, ['torch'])).toMatchObject({ version: '3.12.1', reason: 'it has torch' })
  })

  it('prefers the nearer version of the framework', () => {
    const found = [python('3.11.2', { torch: '2.5.1' }), python('3.9.1', { torch: '1.13.1' })]
    expect(chosen(found, { torch: '1.12.0' }, ['torch'])).toMatchObject({ version: '3.9.1' })
    expect(chosen(found, { torch: '2.4' }, ['torch'])).toMatchObject({ version: '3.11.2' })
  })

  it('prefers the one that has the smaller packages too', () => {
    const found = [python('3.11.2', { torch: '2.5.1' }), python('3.10.1', { torch: '2.5.1', einops: '0.6' })]
    expect(chosen(found, {}, ['torch', 'einops'])).toMatchObject({ version: '3.10.1' })
  })

  it('says what nobody has', () => {
    expect(chosen([python('3.11.2', { numpy: '1.24' })], {}, ['torch', 'numpy'])).toMatchObject({
      reason: 'no interpreter here has torch; this one has numpy',
    })
  })

  it('takes the given one, even from the repository', () => {
    const given = python('3.10.1', {}, { source: 'given', foreign: true })
    expect(chosen([given, python('3.11.2', { torch: '2' })], {}, ['torch'])).toMatchObject({ version: '3.10.1' })
  })

  it('takes none from the repository by itself', () => {
    expect(chosen([python('3.10.1', {}, { foreign: true })], {}, [])).toMatchObject({ kind: 'interpreter' })
  })

  it.each([
    ['is none', [], /^Python$/],
    ['is only an old one', [python('3.6.15'), python('2.7.18')], /3\.8 to 3\.14 \(there is 3\.6\.15, 2\.7\.18\)/],
    ['is only one newer than the harness knows', [python('3.15.0')], /there is 3\.15\.0/],
    [
      'is a given one that is too old',
      [python('3.7.16', {}, { source: 'given' }), python('3.11.2')],
      /there is 3\.7\.16/,
    ],
  ])('is blocked with the range that is supported where there %s', (_, found, name) => {
    const missing = chosen(found, {}, ['torch'])
    expect(missing).toMatchObject({ kind: 'interpreter', name: expect.stringMatching(name) })
    expect(missing).toMatchObject({ remedy: expect.stringMatching(/3\.8 to 3\.14.*--python/) })
  })
})

describe('differences from the report', () => {
  const differences = (versions: Record<string, string>, have: Interpreter) => {
    const choice = chooseInterpreter([have], reporting(versions), [])
    return 'missing' in choice ? [] : choice.differences
  }

  it('are versions that the report names and that are others here', () => {
    const have = python('3.11.2', { torch: '1.13.1', numpy: '1.24.2', pandas: '1.5' })
    expect(differences({ python: '3.8', torch: '2.0.1', numpy: '1.24.2' }, have)).toEqual([
      { name: 'python', reported: '3.8', have: '3.11.2' },
      { name: 'torch', reported: '2.0.1', have: '1.13.1' },
    ])
  })

  it('are not builds of one version, nor its short form', () => {
    const have = python('3.11.2', { torch: '1.13.0a0+gitunknown', numpy: '1.24.2', keras: '3.0.5' })
    expect(differences({ python: '3.11', torch: '1.13.0+cu117', numpy: 'v1.24', keras: '3.*' }, have)).toEqual([])
  })

  it('name a framework that is not here, but not every package of a list', () => {
    expect(differences({ tensorflow: '2.16', certifi: '2023.1' }, python('3.11.2'))).toEqual([
      { name: 'tensorflow', reported: '2.16', have: null },
    ])
  })
})

it.each([
  ['cv2', 'opencv-python'],
  ['sklearn', 'scikit-learn'],
  ['PIL', 'pillow'],
  ['yaml', 'pyyaml'],
  ['torch_geometric', 'torch-geometric'],
  ['tensorflow', 'tensorflow'],
  ['constructor', 'constructor'],
])('knows that %s comes with %s', (module, distribution) => {
  expect(distributionOf(module)).toBe(distribution)
})
