import { describe, expect, it } from 'vitest'
import { chooseRevision, type Refs } from '../../../src/engine/repository/choose-revision.ts'
import { versionOfTag } from '../../../src/engine/repository/tag-version.ts'
import type { Report } from '../../../src/shared/report.ts'
import { reportNaming } from './make-report.ts'

const hash = (digit: string) => digit.repeat(40)

const refs: Refs = {
  head: hash('f'),
  tags: [
    { name: 'v1.2.0', commit: hash('1'), date: '2023-01-01' },
    { name: 'v1.3rc1', commit: hash('2'), date: '2023-02-01' },
    { name: 'other-1.4', commit: hash('3'), date: '2023-03-01' },
    { name: 'vision-1.5', commit: hash('4'), date: '2023-04-01' },
    { name: 'v1.13.0', commit: hash('5'), date: '2023-05-01' },
  ],
  has: (name) => (hash('a').startsWith(name) || name === 'develop' ? hash('a') : null),
  before: (date) => (date >= '2023-01-01' ? hash('b') : null),
  projects: ['vision'],
}

type Named = Omit<Report['mentions']['revisions'][number], 'lines'>

describe('chooseRevision', () => {
  it('takes HEAD when nothing is named, and says so', () => {
    expect(chooseRevision(reportNaming('it breaks'), refs, null)).toEqual({
      commit: hash('f'),
      reason: 'HEAD of the clone, as the report names no revision',
      missing: [],
    })
  })

  it('lets --revision win over the report, as a commit, a branch, a version or a date', () => {
    const said = reportNaming('at aaaaaaa', [{ kind: 'commit', value: 'aaaaaaa' }])
    expect(chooseRevision(said, refs, 'develop').commit).toBe(hash('a'))
    expect(chooseRevision(said, refs, '1.2').commit).toBe(hash('1'))
    expect(chooseRevision(said, refs, '2023-06-01').commit).toBe(hash('b'))
  })

  it('does not go on with another revision when the given one is not there', () => {
    const choice = chooseRevision(reportNaming(''), refs, '9.9')
    expect(choice.commit).toBeNull()
    expect(choice.missing).toEqual(['9.9'])
  })

  it('prefers a commit to a version and a version to a date', () => {
    const named: Named[] = [
      { kind: 'date', value: '2023-03-03' },
      { kind: 'version', value: '1.2' },
      { kind: 'commit', value: 'aaaaaaaa' },
    ]
    const text = 'on 2023-03-03 with 1.2 at aaaaaaaa'
    expect(chooseRevision(reportNaming(text, named), refs, null).commit).toBe(hash('a'))
    expect(chooseRevision(reportNaming(text, named.slice(0, 2)), refs, null).commit).toBe(hash('1'))
    expect(chooseRevision(reportNaming(text, named.slice(0, 1)), refs, null).commit).toBe(hash('b'))
  })

  it("reads the project's own version from the environment", () => {
    const choice = chooseRevision(reportNaming('vision==1.5.0', [], { vision: '1.5.0' }), refs, null)
    expect(choice.commit).toBe(hash('4'))
    expect(choice.reason).toContain('vision-1.5')
  })

  it("does not take torch's version for the project's", () => {
    const said = reportNaming('torch 1.13.0', [{ kind: 'version', value: '1.13.0' }], { torch: '1.13.0' })
    expect(chooseRevision(said, refs, null).commit).toBe(hash('f'))
    expect(chooseRevision(said, refs, null).missing).toEqual([])
  })

  it('finds the commit in a version of a development build', () => {
    const said = reportNaming('vision 1.4.dev3+gaaaaaaa', [], { vision: '1.4.dev3+gaaaaaaa' })
    expect(chooseRevision(said, refs, null).commit).toBe(hash('a'))
  })

  it('shows what the report names and the clone lacks', () => {
    const said = reportNaming('seen at 0123abc and in 7.1', [
      { kind: 'commit', value: '0123abc' },
      { kind: 'version', value: '7.1' },
    ])
    const choice = chooseRevision(said, refs, null)
    expect(choice).toEqual({
      commit: hash('f'),
      reason: 'HEAD of the clone; the clone lacks 0123abc, 7.1, which the report names',
      missing: ['0123abc', '7.1'],
    })
  })

  it('passes over revisions that are said to be fine', () => {
    const said = reportNaming('It works in 1.2, but fails in 1.3rc1', [
      { kind: 'version', value: '1.2' },
      { kind: 'version', value: '1.3rc1' },
    ])
    expect(chooseRevision(said, refs, null).commit).toBe(hash('2'))
    const fixed = reportNaming('fixed by aaaaaaa', [{ kind: 'commit', value: 'aaaaaaa' }])
    expect(chooseRevision(fixed, refs, null).commit).toBe(hash('f'))
    const not = reportNaming("doesn't work in 1.2", [{ kind: 'version', value: '1.2' }])
    expect(chooseRevision(not, refs, null).commit).toBe(hash('1'))
  })

  it('chooses nothing in a repository without commits', () => {
    expect(chooseRevision(reportNaming(''), { ...refs, head: null, tags: [] }, null).commit).toBeNull()
  })
})

describe('versionOfTag', () => {
  it.each([
    ['v1.2', '1.2'],
    ['1.2.0', '1.2'],
    ['release/1.2', '1.2'],
    ['release-v1.2', '1.2'],
    ['vision-1.2', '1.2'],
    ['vision==1.2', '1.2'],
    ['vision/v1.2', '1.2'],
    ['v1.2-rc.1', '1.2rc1'],
    ['v1.2.0+cu118', '1.2'],
    ['other-1.2', null],
    ['nightly', null],
  ])('%s is %s', (tag, version) => expect(versionOfTag(tag, ['vision'])).toBe(version))
})
