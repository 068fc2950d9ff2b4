import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Store } from '../../../src/engine/store/store.ts'
import type { CaseState } from '../../../src/shared/case.ts'
import { bundleChild } from '../../processes/bundle-child.ts'
import { opened } from './events.ts'

/** `REPGEN_KILLS=200` for the full measure, which takes a minute. */
const kills = Number(process.env.REPGEN_KILLS ?? 40)
const steps = 161
const folder = mkdtempSync(join(tmpdir(), 'repgen-kill-'))
let child = ''

beforeAll(async () => {
  child = await bundleChild('test/engine/store/working-child.ts')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a child said before it was killed. A line that is cut was never read, so it was not acknowledged. */
type Said = { events: number; betweenFileAndEvent: boolean; done: boolean }

async function work(
  home: string,
  id: string,
  stopAfterFile: number | null,
  killAfterLines: number | null,
): Promise<Said> {
  const process_ = spawn(process.execPath, [child, home, id, String(steps), String(stopAfterFile ?? '')])
  const said: Said = { events: 0, betweenFileAndEvent: false, done: false }
  let rest = ''
  let lines = 0
  process_.stdout.setEncoding('utf8').on('data', (text: string) => {
    const complete = (rest + text).split('\n')
    rest = complete.pop() ?? ''
    for (const line of complete) {
      lines += 1
      const [what, number] = line.split(' ')
      if (what === 'event') said.events = Number(number)
      if (what === 'done') said.done = true
      said.betweenFileAndEvent = what === 'file'
      if (what === 'file' && Number(number) === stopAfterFile) process_.kill('SIGKILL')
      if (lines === killAfterLines) setTimeout(() => process_.kill('SIGKILL'), Math.random() * 5)
    }
  })
  let errors = ''
  process_.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  await closed(process_)
  expect(errors).toBe('')
  return said
}

async function closed(process_: ChildProcess): Promise<void> {
  await once(process_, 'close')
}

const withoutTimes = (state: CaseState) => ({ ...state, id: '', openedAt: '', changedAt: '' })

test(`nothing acknowledged is lost over ${kills} kills, and the cases end as one that was never killed`, async () => {
  using store = new Store(folder)
  const whole = store.import([opened()])
  await work(folder, whole, null, null)

  let id = store.import([opened()])
  let [killed, between, cases, acknowledged] = [0, 0, 0, 1]
  const finish = async () => {
    await work(folder, id, null, null)
    expect(withoutTimes(store.state(id))).toEqual(withoutTimes(store.state(whole)))
    expect(filesOf(store.caseFolder(id))).toEqual(filesOf(store.caseFolder(whole)))
    cases += 1
  }
  while (killed < kills) {
    // Every third dies with a file written and its event not; the others some time after a number of lines.
    const stopAfterFile = killed % 3 === 0 ? Math.ceil((store.state(id).sequence + 1) / 2) : null
    const said = await work(
      folder,
      id,
      stopAfterFile,
      stopAfterFile === null ? 1 + Math.floor(Math.random() * 6) : null,
    )
    if (said.done) {
      await finish()
      id = store.import([opened()])
      acknowledged = 1
      continue
    }
    killed += 1
    if (said.betweenFileAndEvent) between += 1
    acknowledged = Math.max(acknowledged, said.events)
    const events = store.events(id)
    expect(events.length).toBeGreaterThanOrEqual(acknowledged)
    expect(events.map((e) => e.sequence)).toEqual(events.map((_, i) => i + 1))
    for (const { event } of events) {
      if (event.type !== 'run-ended') continue
      expect(readFileSync(join(store.caseFolder(id), event.run.stdout.file), 'utf8')).toBe(event.run.stdout.text)
    }
  }
  await finish()
  expect(between).toBeGreaterThan(kills / 4)
  console.log(`${killed} kills in ${cases} cases, ${between} of them between a file and its event`)
})

function filesOf(caseFolder: string): string[] {
  expect(existsSync(caseFolder)).toBe(true)
  return readdirSync(caseFolder, { recursive: true }).map(String).sort()
}
