import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BundleDamagedError, BundleNewerError, NotABundleError } from '../../../src/engine/bundle/errors.ts'
import { type Manifest, sha256 } from '../../../src/engine/bundle/manifest.ts'
import { readBundle } from '../../../src/engine/bundle/read-bundle.ts'
import { exportBundle } from '../../../src/engine/bundle/write-bundle.ts'
import { type RawEntry, rawZip } from './raw-zip.ts'
import { identity, sampleCase } from './sample-case.ts'

let root: string
let files: Map<string, Buffer>
let manifest: Manifest
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'bundle-'))
  const out = join(root, 'good.repgen.zip')
  await exportBundle({ ...(await sampleCase(root)), identity, out })
  const bundle = await readBundle(out)
  files = bundle.files
  manifest = bundle.manifest
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The good bundle as raw entries, changed by hand. */
function bundle(change: (entries: RawEntry[]) => RawEntry[], altered: unknown = manifest): string {
  const entries: RawEntry[] = [...files].map(([name, content]) => ({ name, content }))
  const file = join(root, 'bad.repgen.zip')
  writeFileSync(file, rawZip(change([...entries, { name: 'manifest.json', content: JSON.stringify(altered) }])))
  return file
}
const replaced = (path: string, content: string) =>
  bundle((entries) => entries.map((e) => (e.name === path ? { ...e, content } : e)))
/** A bundle whose manifest agrees with the changed file. */
const forged = (path: string, content: string) =>
  bundle((entries) => entries.map((e) => (e.name === path ? { ...e, content } : e)), {
    ...manifest,
    files: manifest.files.map((f) =>
      f.path === path ? { ...f, bytes: Buffer.byteLength(content), sha256: sha256(Buffer.from(content)) } : f,
    ),
  })
const failure = async (file: string): Promise<Error> =>
  readBundle(file).then(
    () => expect.unreachable('it was read'),
    (error: Error) => error,
  )

it('reads the raw form of a good bundle', async () => {
  expect((await readBundle(bundle((e) => e))).state.verdict?.outcome).toBe('reproduced')
})

describe('a hostile zip is refused, and the file is named', () => {
  it.each<[string, RawEntry, string]>([
    ['a path that climbs', { name: '../evil.txt', content: 'x' }, '../evil.txt'],
    ['a path that climbs in the middle', { name: 'runs/../../evil.txt', content: 'x' }, 'runs/../../evil.txt'],
    ['an absolute path', { name: '/tmp/evil.txt', content: 'x' }, '/tmp/evil.txt'],
    ['a drive of Windows', { name: 'C:/evil.txt', content: 'x' }, 'C:/evil.txt'],
    ['a path of Windows', { name: '..\\evil.txt', content: 'x' }, '..\\evil.txt'],
    ['a NUL in a name', { name: 'a\0b', content: 'x' }, 'a\0b'],
    ['a control character in a name', { name: 'a\u001b[2Jb', content: 'x' }, 'a\u001b[2Jb'],
    ['an alternate stream', { name: 'repro.py:x', content: 'x' }, 'repro.py:x'],
    ['git data', { name: '.git/config', content: 'x' }, '.git/config'],
    ['a symbolic link', { name: 'link', content: '/etc/passwd', mode: 0o120777 }, 'link'],
    ['a device', { name: 'null', content: '', mode: 0o020666 }, 'null'],
    ['a folder', { name: 'folder/', content: '' }, 'folder/'],
    ['a name that is there twice', { name: 'repro.py', content: 'x' }, 'repro.py'],
    ['a name that is there twice on macOS', { name: 'REPRO.PY', content: 'x' }, 'REPRO.PY'],
    ['a file that is not in the manifest', { name: 'extra.txt', content: 'x' }, 'extra.txt'],
    ['an encrypted file', { name: 'locked.txt', content: 'x', flags: 1 }, 'locked.txt'],
    ['a file that says it is huge', { name: 'huge.txt', content: 'x', claims: 300_000_000 }, 'huge.txt'],
    [
      'a file that is longer than it says',
      { name: 'long.txt', content: 'x'.repeat(1000), claims: 10, deflate: true },
      'long.txt',
    ],
    ['a bomb', { name: 'bomb.txt', content: Buffer.alloc(70_000_000), deflate: true }, 'bomb.txt'],
  ])('%s', async (_, entry, named) => {
    const error = await failure(bundle((entries) => [...entries, entry]))
    expect(error).toBeInstanceOf(BundleDamagedError)
    expect((error as BundleDamagedError).entry).toBe(named)
    expect(error.message).toContain(JSON.stringify(named))
  })

  it.each([
    ['unpack to far more than they are', 'x', 50_000_000, 'part-1'],
    ['are larger than any bundle', 'x'.repeat(1_300_000), 200_000_000, 'part-2'],
  ])('many files that together %s', async (_, content, claims, entry) => {
    const many = Array.from({ length: 3 }, (_, i): RawEntry => ({ name: `part-${i}`, content, claims }))
    expect(await failure(bundle((entries) => [...entries, ...many]))).toMatchObject({ entry })
  })
})

describe('a damaged bundle is refused, and the file is named', () => {
  it('a changed file', async () => {
    expect(await failure(replaced('repro.py', 'print(1)\n'))).toMatchObject({
      name: 'BundleDamagedError',
      entry: 'repro.py',
      message: expect.stringContaining('SHA-256'),
    })
  })
  it('a missing file', async () => {
    expect(await failure(bundle((entries) => entries.filter((e) => e.name !== 'plan.json')))).toMatchObject({
      name: 'BundleDamagedError',
      entry: 'plan.json',
    })
  })
  it.each([
    ['no JSON', 'nonsense\n'],
    [
      'an event of an unknown type',
      '{"caseId":"a","sequence":1,"version":1,"at":"x","event":{"type":"launch-missiles"}}\n',
    ],
    ['a gap', '{"caseId":"a","sequence":2,"version":1,"at":"x","event":{"type":"note","text":"x"}}\n'],
    ['deep nesting', `${'['.repeat(200_000)}\n`],
  ])('events with %s, though the hashes agree', async (_, content) => {
    expect(await failure(forged('events.jsonl', content))).toMatchObject({
      name: 'BundleDamagedError',
      entry: 'events.jsonl',
    })
  })
  it('a manifest of the wrong shape', async () => {
    expect(await failure(bundle((e) => e, { formatVersion: 1 }))).toMatchObject({
      name: 'BundleDamagedError',
      entry: 'manifest.json',
    })
  })
  it('any byte of the zip that is changed is noticed, or changes nothing', async () => {
    const good = readFileSync(join(root, 'good.repgen.zip'))
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const bytes = Buffer.from(good)
        bytes[at] = (bytes[at] as number) ^ by
        const file = join(root, 'flipped.zip')
        writeFileSync(file, bytes)
        const result = await readBundle(file).catch((error: unknown) => error)
        if (result instanceof Error)
          expect(['BundleDamagedError', 'NotABundleError', 'BundleNewerError', 'NewerEventError']).toContain(
            result.name,
          )
        else expect((result as Awaited<ReturnType<typeof readBundle>>).files).toEqual(files)
      }),
      { numRuns: 60 },
    )
  })
})

describe('what is no bundle of ours', () => {
  it('a newer format asks for an update', async () => {
    const error = await failure(bundle((e) => e, { formatVersion: 2, everything: 'else is new' }))
    expect(error).toBeInstanceOf(BundleNewerError)
    expect(error.message).toContain('Update RepGen')
  })
  it('newer events ask for an update', async () => {
    const error = await failure(
      forged('events.jsonl', '{"caseId":"a","sequence":1,"version":99,"at":"x","event":{}}\n'),
    )
    expect(error.message).toMatch(/update repgen/i)
  })
  it.each([
    ['a text', 'hello'],
    ['an empty file', ''],
    ['a zip that is cut off', 'PK\x03\x04'],
  ])('%s', async (_, content) => {
    const file = join(root, 'not.zip')
    writeFileSync(file, content)
    expect(await failure(file)).toBeInstanceOf(NotABundleError)
  })
  it('another zip', async () => {
    const file = join(root, 'other.zip')
    writeFileSync(file, rawZip([{ name: 'a.txt', content: 'a' }]))
    expect((await failure(file)).message).toContain('has no manifest.json')
  })
  it('a file that is not there, and a folder', async () => {
    expect((await failure(join(root, 'nowhere'))).message).toContain('There is no file')
    expect((await failure(root)).message).toContain('is a folder')
  })
})
