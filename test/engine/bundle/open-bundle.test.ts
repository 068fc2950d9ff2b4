import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bundle } from '../../../src/engine/bundle/bundle.ts'
import { BundleDamagedError, NoScriptError } from '../../../src/engine/bundle/errors.ts'
import { openBundle } from '../../../src/engine/bundle/open-bundle.ts'
import { readBundle } from '../../../src/engine/bundle/read-bundle.ts'
import { verifyBundle } from '../../../src/engine/bundle/verify-bundle.ts'
import { exportBundle } from '../../../src/engine/bundle/write-bundle.ts'
import { defaultSettings } from '../../../src/engine/settings.ts'
import { Store } from '../../../src/engine/store/store.ts'
import type { CaseEvent } from '../../../src/shared/event.ts'
import { identity, interpreter, sampleCase, verdict } from './sample-case.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bundle-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

async function made(change?: (events: CaseEvent[]) => CaseEvent[]): Promise<Bundle> {
  const out = join(root, 'x.repgen.zip')
  await exportBundle({ ...(await sampleCase(root, change)), identity, out })
  return await readBundle(out)
}

describe('an opened bundle', () => {
  it('is a case to go on with: nothing that was judged elsewhere counts here', async () => {
    const bundle = await made()
    using store = new Store(join(root, 'store'))
    const { id, folder } = await openBundle(bundle, {
      settings: defaultSettings(),
      importEvents: (events) => store.import(events),
      caseFolder: (i) => store.caseFolder(i),
    })
    const state = store.state(id)
    expect(state.report?.title).toContain('Loading fails')
    expect(state.plan?.steps).toHaveLength(1)
    expect(state.attempts.map((a) => [a.attempt.id, a.verdict, a.runs])).toEqual([
      ['a1', null, []],
      ['a2', null, []],
    ])
    expect(state.verdict).toBeNull()
    expect(state.interpreter).toBeNull()
    expect(state.notes[0]).toMatch(/^Opened from a bundle of case swift-otter.*It says: reproduced/)
    expect(readFileSync(join(folder, 'runs/a2-bare-1/stderr.txt'), 'utf8')).toContain('ValueError')
    expect(folder.startsWith(store.caseFolder(id))).toBe(true)
  })

  it('takes no setting from the bundle: not its folders, not its leave to run without a sandbox', async () => {
    const bundle = await made((events) =>
      events.map((e) =>
        e.type === 'case-opened'
          ? { ...e, settings: { ...e.settings, unsandboxed: true, gpu: true, data: ['/'], repository: '/etc' } }
          : e,
      ),
    )
    using store = new Store(join(root, 'store'))
    const { id } = await openBundle(bundle, {
      settings: defaultSettings(),
      importEvents: (events) => store.import(events),
      caseFolder: (i) => store.caseFolder(i),
    })
    expect(store.state(id).settings).toEqual(defaultSettings())
  })

  it('makes a bundle again that leaks no more and keeps its placeholders', async () => {
    const bundle = await made()
    using store = new Store(join(root, 'store'))
    const { id } = await openBundle(bundle, {
      settings: defaultSettings(),
      importEvents: (events) => store.import(events),
      caseFolder: (i) => store.caseFolder(i),
    })
    const out = join(root, 'again.repgen.zip')
    await exportBundle({
      state: store.state(id),
      events: store.events(id),
      caseFolder: store.caseFolder(id),
      identity,
      out,
    })
    expect((await readBundle(out)).state.attempts[1]?.attempt.script).toBe(bundle.script)
  })
})

describe('a verified bundle', () => {
  it('reproduces where the run here does, whatever the bundle says', async () => {
    const bundle = await made()
    const here = { ...interpreter, packages: { numpy: '2.0.0' } }
    let ran: [string, string | null] | null = null
    const result = await verifyBundle(
      bundle,
      async (script, repository) => {
        ran = [script, repository]
        return verdict
      },
      { repositoryFolder: '/clone', interpreter: here },
    )
    expect(ran).toEqual([bundle.script, '/clone'])
    expect(result).toMatchObject({
      reproduces: true,
      agrees: true,
      differences: [{ name: 'numpy', reported: '1.24.2', have: '2.0.0' }],
    })
  })

  it('does not where the run here does not', async () => {
    const result = await verifyBundle(await made(), async () => ({ ...verdict, outcome: 'not-reproduced' }))
    expect(result).toMatchObject({ reproduces: false, agrees: false, claimed: { outcome: 'reproduced' } })
  })

  it('does not where only a person says so', async () => {
    expect(await verifyBundle(await made(), async () => ({ ...verdict, by: 'person' }))).toMatchObject({
      reproduces: false,
    })
  })

  it('is not run where a file was changed, or where there is no script', async () => {
    const bundle = await made()
    const never = async () => expect.unreachable('it was run')
    await expect(
      verifyBundle({ ...bundle, files: new Map([...bundle.files, ['repro.py', Buffer.from('x')]]) }, never),
    ).rejects.toThrow(BundleDamagedError)
    const empty = await made((events) => events.slice(0, 3))
    await expect(verifyBundle(empty, never)).rejects.toThrow(NoScriptError)
  })
})
