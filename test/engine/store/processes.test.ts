import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CaseBusyError } from '../../../src/engine/store/errors.ts'
import { follow } from '../../../src/engine/store/follow.ts'
import { isRunning, processIdentity } from '../../../src/engine/store/process-identity.ts'
import { Store } from '../../../src/engine/store/store.ts'
import { bundleChild } from '../../processes/bundle-child.ts'
import { note, opened } from './events.ts'

let folder: string
let child: string
beforeAll(async () => {
  child = await bundleChild('test/engine/store/working-child.ts')
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repgen-store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Another process that works on a case until it has so many events; `stopAfterFile` makes it stay there. */
function worker(id: string, steps: number, stopAfterFile = '') {
  return spawn(process.execPath, [child, folder, id, String(steps), stopAfterFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('a case that another process works on is busy, and free once that process is dead', async () => {
  using store = new Store(folder)
  const id = store.import([opened()])
  const other = worker(id, 10, '1')
  await untilSaid(other, 'file 1')
  expect(() => store.lease(id)).toThrow(CaseBusyError)
  expect(() => store.lease(id)).toThrow(`Process ${other.pid} works on case ${id}`)
  expect(() => store.remove(id)).toThrow(CaseBusyError)
  expect(store.events(id)).toHaveLength(2)

  other.kill('SIGKILL')
  await once(other, 'close')
  store.writeFile(id, 'kept.txt', 'not of a run')
  store.lease(id)
  // The output of the run whose end was not recorded is gone, and nothing else.
  expect(readdirSync(store.caseFolder(id)).sort()).toEqual(['kept.txt', 'runs'])
  expect(readdirSync(join(store.caseFolder(id), 'runs'))).toEqual([])
})

test('a process that is dead but was never waited for keeps nothing', async () => {
  // The shell's child ends at once; the shell becomes a program that waits for nobody.
  const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [pid] = await once(parent.stdout.setEncoding('utf8'), 'data')
  await expect.poll(() => processIdentity(Number(pid)), { timeout: 10_000 }).toBeNull()
  parent.kill('SIGKILL')
  await once(parent, 'close')
})

test('a later process with the same number is not taken for the holder', () => {
  const own = processIdentity() ?? ''
  expect(isRunning(own)).toBe(true)
  const [boot, , pid] = own.split('/')
  expect(isRunning(`${boot}/1/${pid}`)).toBe(false)
  expect(isRunning(`another-boot/${own.split('/')[1]}/${pid}`)).toBe(false)
})

test('several processes open a store that is not there yet, and each writes all of its events', async () => {
  const ids = ['a', 'b', 'c', 'd']
  const codes = await Promise.all(ids.map(async (id) => (await once(worker(id, 40), 'close'))[0]))
  expect(codes).toEqual([0, 0, 0, 0])
  using store = new Store(folder)
  for (const id of ids)
    expect(store.events(id).map((e) => e.sequence)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
})

test('a locked database is waited for', async () => {
  using store = new Store(folder)
  const id = store.import([opened()])
  const lock = new Database(join(folder, 'store.sqlite'))
  lock.exec('BEGIN IMMEDIATE')
  const other = worker(id, 3)
  let acknowledged = ''
  other.stdout.setEncoding('utf8').on('data', (text: string) => {
    acknowledged += text
  })
  // It cannot even take the lease while the lock is held.
  await expect.poll(() => openFilesOf(other.pid), { timeout: 20_000 }).toContain('store.sqlite-wal')
  expect(acknowledged).toBe('')
  lock.exec('COMMIT')
  lock.close()
  await once(other, 'close')
  expect(store.events(id)).toHaveLength(3)
})

test('events of another process are followed as they come', async () => {
  using store = new Store(folder)
  const id = store.import([opened()])
  store.append(id, note('before'))
  const stop = new AbortController()
  const seen: number[] = []
  const ended = once(worker(id, 20), 'close')
  for await (const event of follow(store, id, 1, stop.signal)) {
    seen.push(event.sequence)
    if (event.sequence === 20) stop.abort()
  }
  await ended
  expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
})

test('own events are followed too', async () => {
  using store = new Store(folder)
  const id = store.import([opened()])
  const events = follow(store, id, 2, AbortSignal.timeout(30_000))
  const next = events.next()
  store.append(id, note('now'))
  expect((await next).value).toMatchObject({ sequence: 2, event: note('now') })
  await events.return(undefined)
})

test('nobody else may look into the folder', () => {
  using store = new Store(join(folder, 'inner'))
  const id = store.create(opened())
  expect(statSync(store.folder).mode & 0o077).toBe(0)
  expect(statSync(store.caseFolder(id)).mode & 0o077).toBe(0)
})

async function untilSaid(other: ReturnType<typeof worker>, line: string): Promise<void> {
  let said = ''
  for await (const text of other.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text
    if (said.includes(`${line}\n`)) return
  }
  throw new Error(`it ended after saying ${said}`)
}

/** Names of the files that a process has open. */
function openFilesOf(pid: number | undefined): string {
  try {
    return readdirSync(`/proc/${pid}/fd`)
      .map((fd) => readlink(`/proc/${pid}/fd/${fd}`))
      .join('\n')
  } catch {
    return ''
  }
}

function readlink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
