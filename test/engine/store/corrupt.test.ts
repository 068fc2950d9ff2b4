import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StoreCorruptError } from '../../../src/engine/store/errors.ts'
import { Store } from '../../../src/engine/store/store.ts'
import { note, opened } from './events.ts'

let folder: string
let said: string[]
const notify = (message: string) => said.push(message)
const file = () => join(folder, 'store.sqlite')
const aside = () => readdirSync(folder).filter((name) => name.includes('.corrupt-'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repgen-store-'))
  said = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A store with so many cases, each with `notes` notes of 10 kB, closed so that all is in the one file. */
function filled(cases: number, notes: number): string[] {
  using store = new Store(folder)
  return Array.from({ length: cases }, (_, n) => {
    return store.import([
      opened(`${n}.md`),
      ...Array.from({ length: notes }, (_, i) => note(`${i} ${'x'.repeat(10_000)}`)),
    ])
  })
}

test('what is no database is kept aside, said, and a fresh store works', () => {
  writeFileSync(file(), 'this was once a database. '.repeat(1000))
  using store = new Store(folder, notify)
  expect(said).toHaveLength(1)
  expect(said[0]).toContain('corrupt')
  expect(said[0]).toContain(aside()[0])
  expect(readFileSync(join(folder, aside()[0] ?? ''), 'utf8')).toContain('this was once')
  const id = store.create(opened())
  expect(store.events(id)).toHaveLength(1)
})

test('the cases that can still be read come over, each up to the first event that is lost', () => {
  const ids = filled(6, 20)
  const bytes = readFileSync(file())
  // Pages in the middle, as a bad sector would.
  bytes.fill(0xa5, Math.floor(bytes.length / 2 / 4096) * 4096, Math.floor(bytes.length / 2 / 4096) * 4096 + 8 * 4096)
  writeFileSync(file(), bytes)
  using store = new Store(folder, notify)
  expect(said[0]).toMatch(/events of \d+ cases could be read/)
  expect(store.ids().length).toBeGreaterThan(0)
  for (const id of store.ids()) {
    expect(ids).toContain(id)
    expect(store.events(id).map((e) => e.sequence)).toEqual(store.events(id).map((_, i) => i + 1))
  }
})

test('a file that was cut short is kept aside', () => {
  filled(3, 20)
  truncateSync(file(), Math.floor(statSync(file()).size / 3))
  using store = new Store(folder, notify)
  expect(aside()).toHaveLength(1)
  store.create(opened())
})

test('a second process that finds the damage too does not put the fresh store aside', () => {
  writeFileSync(file(), 'no database '.repeat(1000))
  using first = new Store(folder, notify)
  const id = first.create(opened())
  using second = new Store(folder, notify)
  expect(second.ids()).toEqual([id])
  expect(aside()).toHaveLength(1)
})

test('damage in a large store is an error that names the way out, and a full check repairs it', () => {
  const ids = filled(2, 1000)
  expect(statSync(file()).size).toBeGreaterThan(16 * 2 ** 20)
  const bytes = readFileSync(file())
  bytes.fill(0xa5, 2 * 4096, bytes.length - 100 * 4096)
  writeFileSync(file(), bytes)
  {
    using store = new Store(folder, notify)
    expect(() => ids.map((id) => store.events(id))).toThrow(StoreCorruptError)
    expect(() => ids.map((id) => store.events(id))).toThrow(/repgen doctor/)
  }
  using store = new Store(folder, notify, { fullCheck: true })
  expect(aside()).toHaveLength(1)
  store.create(opened())
})
