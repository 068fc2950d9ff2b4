import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { headAndTail } from '../../../src/engine/run/head-and-tail.ts'

const file = join(mkdtempSync(join(tmpdir(), 'repgen-output-')), 'stdout.txt')
const cutTo = (kept: number, text: string) => {
  writeFileSync(file, text)
  return headAndTail(file, kept)
}

it('keeps a short output whole', () => {
  expect(cutTo(10, 'one\ntwo\n')).toEqual({ text: 'one\ntwo\n', cut: false })
})

it('cuts a long one between lines and says how much is left out', () => {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${i}\n`).join('')
  expect(cutTo(20, lines)).toEqual({ text: 'line 0\nline 1\n[… 760 bytes left out …]\nline 98\nline 99\n', cut: true })
})

it('cuts a line that does not end where it must', () => {
  expect(cutTo(3, 'abcdefghij').text).toBe('abc\n[… 4 bytes left out …]\nhij')
})
