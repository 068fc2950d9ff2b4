import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CaseNotFoundError, NewerEventError, StoreReadOnlyError } from '../../../src/engine/store/errors.ts'
import { defaultStoreFolder, Store } from '../../../src/engine/store/store.ts'
import type { CaseEvent } from '../../../src/shared/event.ts'
import { attempted, note, opened, ran, reached, restructured } from './events.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repgen-store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('events are numbered from 1 without gaps, each case for itself', () => {
  using store = new Store(folder)
  const [a, b] = [store.create(opened('a.md')), store.create(opened('b.md'))]
  store.append(a, note('one'))
  store.append(b, note('two'))
  expect(store.append(a, note('three')).sequence).toBe(3)
  expect(store.events(a).map((e) => e.sequence)).toEqual([1, 2, 3])
  expect(store.events(a, 3).map((e) => e.event)).toEqual([note('three')])
  expect(store.state(b).notes).toEqual(['two'])
})

test('another connection reads what was recorded', () => {
  using store = new Store(folder)
  const id = store.create(opened())
  store.append(id, note('kept'))
  using again = new Store(folder)
  expect(again.state(id).notes).toEqual(['kept'])
})

test('an event of the wrong shape is not recorded', () => {
  using store = new Store(folder)
  const id = store.create(opened())
  expect(() => store.append(id, { type: 'note' } as unknown as CaseEvent)).toThrow()
  expect(store.events(id)).toHaveLength(1)
})

test('events are taken over all or none', () => {
  using store = new Store(folder)
  const broken = { type: 'note' } as unknown as CaseEvent
  expect(() => store.import([opened(), note('x'), broken])).toThrow()
  expect(store.ids()).toEqual([])
  expect(store.events(store.import([opened(), note('x')]))).toHaveLength(2)
})

test('a case is found by the beginning of its id where no other begins so', () => {
  using store = new Store(folder)
  const [id, other] = [store.create(opened()), store.create(opened())]
  expect(store.find(id)).toBe(id)
  const unique = [...id].findIndex((c, i) => c !== other[i]) + 1
  expect(store.find(id.slice(0, unique))).toBe(id)
  expect(() => store.find(id.slice(0, 4))).toThrow(/2 cases begin with .*Give more of the id/)
  expect(() => store.find('')).toThrow(CaseNotFoundError)
  expect(() => store.find('%')).toThrow(/repgen list/)
})

test('the list tells of each case, the latest first', () => {
  using store = new Store(folder)
  const done = store.create(opened('done.md'))
  for (const event of [restructured('It crashes'), attempted('a1'), ran('a1', 'a1', 'x'), reached('reproduced')]) {
    store.append(done, event)
  }
  const stopped = store.create(opened('stopped.md'))
  store.append(stopped, { type: 'interrupted', reason: 'stopped by the person' })
  const list = store.list()
  expect(list.map((c) => c.id).sort()).toEqual([done, stopped].sort())
  expect(list.find((c) => c.id === done)).toMatchObject({
    title: 'It crashes',
    source: 'done.md',
    outcome: 'reproduced',
    attempts: 1,
    interrupted: false,
  })
  expect(list.find((c) => c.id === stopped)).toMatchObject({
    title: null,
    outcome: null,
    attempts: 0,
    interrupted: true,
  })
})

describe('a removed case', () => {
  test('is gone from the list, with its folder and every byte of its events', () => {
    using store = new Store(folder)
    const [id, other] = [store.create(opened()), store.create(opened())]
    const secret = 'a-secret-that-must-not-stay'
    for (let n = 0; n < 50; n += 1) store.append(id, note(`${secret} ${'x'.repeat(5_000)}`))
    store.append(other, note('stays'))
    store.writeFile(id, 'runs/a1/stdout.txt', secret)
    store.remove(id)
    expect(store.ids()).toEqual([other])
    expect(existsSync(store.caseFolder(id))).toBe(false)
    for (const name of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile())) {
      expect(readFileSync(join(name.parentPath, name.name)).includes(secret), name.name).toBe(false)
    }
    expect(store.state(other).notes).toEqual(['stays'])
  })
})

test('a newer event is an error that says to update', () => {
  using store = new Store(folder)
  const id = store.create(opened())
  const database = new Database(join(folder, 'store.sqlite'))
  database.prepare('UPDATE events SET version = 99 WHERE case_id = ?').run(id)
  database.close()
  expect(() => store.state(id)).toThrow(NewerEventError)
})

test('a folder of a lost store is not given to a new case', () => {
  using store = new Store(folder)
  mkdirSync(join(folder, 'cases', 'old'), { recursive: true })
  const id = store.create(opened())
  expect(readdirSync(join(folder, 'cases')).sort()).toEqual([id, 'old'].sort())
})

test('a file where the store should be is an error that says what to do', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => new Store(file)).toThrow(StoreReadOnlyError)
  expect(() => new Store(join(file, 'below'))).toThrow(/--home or REPGEN_HOME/)
})

test('the store lies where the environment says', () => {
  expect(defaultStoreFolder({ REPGEN_HOME: '/a', XDG_DATA_HOME: '/b' })).toBe('/a')
  expect(defaultStoreFolder({ REPGEN_HOME: '', XDG_DATA_HOME: '/b' })).toBe('/b/repgen')
  expect(defaultStoreFolder({})).toMatch(/\/\.local\/share\/repgen$/)
})
