import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Store } from '../../../src/engine/store/store.ts'
import { bundleChild } from '../../processes/bundle-child.ts'

const folder = mkdtempSync(join(tmpdir(), 'repgen-disk-'))
let child = ''
beforeAll(async () => {
  child = await bundleChild('test/engine/store/filling-child.ts')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Result = { error: string; message: string; recorded: number; there: number }

/** The child with a disk of its own at the folder: bubblewrap mounts it, for root and for anybody else. */
function fill(disk: string[], ...what: string[]): Result {
  const argv = ['--dev-bind', '/', '/', ...disk, '--', process.execPath, child, folder, ...what]
  const { stdout, stderr } = spawnSync('bwrap', argv, { encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

const tmpfs = (bytes: number) => ['--size', String(bytes), '--tmpfs', folder]

test('a disk that fills up is said with the way out, and what was recorded is there', () => {
  const { error, message, recorded, there } = fill(tmpfs(2_000_000))
  expect(error).toBe('DiskFullError')
  expect(message).toContain('Free some space')
  expect(recorded).toBeGreaterThan(5)
  expect(there).toBe(recorded)
})

test('so is a disk that the files of a case fill up', () => {
  expect(fill(tmpfs(2_000_000), 'files')).toMatchObject({ error: 'DiskFullError', recorded: 1, there: 1 })
})

test.each([4_096, 20_000, 40_000, 80_000])('so is a disk of %i bytes, too small to begin with', (bytes) => {
  expect(fill(tmpfs(bytes))).toMatchObject({ error: 'DiskFullError' })
})

test('a read-only disk is said with the way out', () => {
  new Store(folder)[Symbol.dispose]()
  const { error, message } = fill(['--ro-bind', folder, folder])
  expect(error).toBe('StoreReadOnlyError')
  expect(message).toContain('--home')
})
