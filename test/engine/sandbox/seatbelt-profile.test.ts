import { expect, it } from 'vitest'
import { seatbeltProfile } from '../../../src/engine/sandbox/seatbelt-profile.ts'

const profile = seatbeltProfile({ folder: '/Users/me/case', readOnly: ['/Users/me/.pyenv/versions/3.12.1'] })

it.each([
  ['denies what it does not name', '(deny default)'],
  ['denies the network', '(deny network*)'],
  ['lets signals stay inside', '(allow signal (target same-sandbox))'],
  ['makes the interpreter readable', '(subpath "/Users/me/.pyenv/versions/3.12.1")'],
])('%s', (_, part) => expect(profile).toContain(part))

it('lets one folder be written', () => {
  const writing = profile.split('\n').filter((line) => line.startsWith('(allow') && line.includes('file-write'))
  expect(writing).toHaveLength(1)
  expect(writing[0]?.match(/subpath "([^"]*)"/g)).toEqual(['subpath "/Users/me/case"'])
})

it('opens no home', () => {
  expect(profile).not.toMatch(/subpath "\/(Users|Users\/me|private|var)?"/)
})

it('cannot be left by a name with quotes', () => {
  const named = seatbeltProfile({ folder: '/x/a" (allow default) "', readOnly: ['/y\\'] })
  expect(named).toContain('(subpath "/x/a\\" (allow default) \\"")')
  expect(named).toContain('(subpath "/y\\\\")')
})
