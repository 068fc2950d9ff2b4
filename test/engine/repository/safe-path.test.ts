import { describe, expect, it } from 'vitest'
import { linkStaysInside, unsafePath } from '../../../src/engine/repository/safe-path.ts'

describe('unsafePath', () => {
  it.each(['a.py', 'a/b/c.py', '...', '.github/x', '.gitignore', 'a..b', 'git', '.gitmodules', 'a\\b'])(
    'lets %s pass',
    (path) => {
      expect(unsafePath(path)).toBeNull()
    },
  )

  it.each([
    '',
    '/a',
    '..',
    'a/../b',
    'a//b',
    './a',
    '.git/config',
    'a/.GIT/x',
    '.git.',
    '.git ',
    'GIT~1/x',
    '.git::$INDEX_ALLOCATION/x',
    '.g\u200cit/x',
    'a\0b',
    'x'.repeat(256),
    'x/'.repeat(2500),
  ])('refuses %j', (path) => {
    expect(unsafePath(path)).not.toBeNull()
  })
})

describe('linkStaysInside', () => {
  it.each([
    ['a', 'b'],
    ['a/b', '../c'],
    ['a/b/c', '../../d/e'],
    ['a', '.'],
    ['a/b', './c/'],
  ])('%s -> %s stays', (path, target) => expect(linkStaysInside(path, target)).toBe(true))

  it.each([
    ['a', '/etc'],
    ['a', '..'],
    ['a/b', '../../c'],
    // Behind a name, `..` climbs from wherever another link led.
    ['a', 'b/../c'],
    ['a', ''],
    ['a', '.git/config'],
    ['a', 'b\0c'],
  ])('%s -> %j does not', (path, target) => expect(linkStaysInside(path, target)).toBe(false))
})
