import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderUse } from '../../../src/engine/sandbox/folder-use.ts'
import { listResultFiles, readResultFile } from '../../../src/engine/sandbox/read-result-file.ts'
import { removeFolder } from '../../../src/engine/sandbox/remove-folder.ts'

let folder: string
let outside: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repgen-test-'))
  outside = mkdtempSync(join(tmpdir(), 'repgen-test-outside-'))
  mkdirSync(join(folder, 'observed'))
  writeFileSync(join(folder, 'observed', 'a'), 'written')
  writeFileSync(join(outside, 'a'), 'secret')
})

describe('reading what a run has written', () => {
  it('gives the file, and its beginning where it is large', () => {
    expect(readResultFile(folder, 'observed/a')?.toString()).toBe('written')
    expect(readResultFile(folder, 'observed/a', 3)?.toString()).toBe('wri')
    expect(listResultFiles(folder, 'observed')).toEqual(['a'])
  })

  it('follows no link: not the file, not a folder on the way', () => {
    symlinkSync(join(outside, 'a'), join(folder, 'observed', 'link'))
    symlinkSync(outside, join(folder, 'away'))
    expect(readResultFile(folder, 'observed/link')).toBe(null)
    expect(readResultFile(folder, 'away/a')).toBe(null)
    expect(listResultFiles(folder, 'away')).toEqual([])
    expect(listResultFiles(folder, 'observed')).toEqual(['a'])
  })

  it('does not wait for a pipe, nor read a folder, nor climb', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(readResultFile(folder, 'pipe')).toBe(null)
    expect(readResultFile(folder, 'observed')).toBe(null)
    expect(readResultFile(join(folder, 'observed'), '../observed/a')).toBe(null)
    expect(readResultFile(folder, 'nothing')).toBe(null)
  })
})

it('measures a folder without its holes and without what links lead to', async () => {
  execFileSync('truncate', ['-s', '1G', join(folder, 'hole')])
  symlinkSync('/', join(folder, 'root'))
  const use = await folderUse(folder, { bytes: 1e9, entries: 1000 })
  expect(use.entries).toBe(4)
  expect(use.bytes).toBeLessThan(100_000)
  expect(use.largestFile).toBe(2 ** 30)
})

it('removes a folder with all that is closed or leads away in it', () => {
  mkdirSync(join(folder, 'closed', 'inner'), { recursive: true })
  symlinkSync(outside, join(folder, 'closed', 'link'))
  for (const path of ['closed/inner', 'closed']) chmodSync(join(folder, path), 0)
  removeFolder(folder)
  expect(existsSync(folder)).toBe(false)
  expect(existsSync(join(outside, 'a'))).toBe(true)
})
