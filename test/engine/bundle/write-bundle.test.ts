import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BundleTooLargeError, BundleUnwritableError } from '../../../src/engine/bundle/errors.ts'
import { pasteText } from '../../../src/engine/bundle/paste.ts'
import { planBundle } from '../../../src/engine/bundle/plan-bundle.ts'
import { readBundle } from '../../../src/engine/bundle/read-bundle.ts'
import { exportBundle } from '../../../src/engine/bundle/write-bundle.ts'
import type { CaseEvent } from '../../../src/shared/event.ts'
import { identity, sampleCase, script, token } from './sample-case.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bundle-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const request = async (change?: (events: CaseEvent[]) => CaseEvent[]) => ({
  ...(await sampleCase(root, change)),
  identity,
  out: join(root, 'x.repgen.zip'),
  now: new Date('2026-02-03T04:05:06Z'),
})
const read = (files: { path: string; bytes: Buffer }[], path: string) =>
  files.find((f) => f.path === path)?.bytes.toString('utf8') ?? ''

describe('a bundle', () => {
  it('holds all of the case, and reads back as the same case', async () => {
    const it = await request()
    const summary = await exportBundle(it)
    const bundle = await readBundle(it.out)
    expect([...bundle.files.keys()]).toEqual([
      'ISSUE.md',
      'README.md',
      'attempts/01/attempt.json',
      'attempts/01/repro.py',
      'attempts/01/rewrites.md',
      'attempts/02/attempt.json',
      'attempts/02/from-attempt-01.diff',
      'attempts/02/from-report.diff',
      'attempts/02/repro.py',
      'attempts/02/rewrites.md',
      'checks.json',
      'environment.json',
      'events.jsonl',
      'plan.json',
      'report/report.json',
      'report/report.md',
      'repro.py',
      'requirements.txt',
      'runs/a1-observed-1/stderr.txt',
      'runs/a2-bare-1/stderr.txt',
      'runs/a2-bare-1/stdout.txt',
      'verdict.json',
    ])
    expect(bundle.state.attempts.map((a) => [a.attempt.id, a.verdict?.outcome])).toEqual([
      ['a1', 'inconclusive'],
      ['a2', 'reproduced'],
    ])
    expect(bundle.manifest).toEqual(summary.manifest)
    expect(bundle.manifest).toMatchObject({
      formatVersion: 1,
      outcome: 'reproduced',
      caseId: 'swift-otter',
      scriptRedacted: true,
      leftOut: [],
    })
    expect(read(await files(it), 'requirements.txt')).toBe('# Python 3.11.2\nnumpy==1.24.2\n')
  })

  it('is the same, byte for byte, when it is made again', async () => {
    const it = await request()
    await exportBundle(it)
    const first = readFileSync(it.out)
    await exportBundle({ ...it, out: join(root, 'again.zip') })
    expect(readFileSync(join(root, 'again.zip')).equals(first)).toBe(true)
  })

  it('can be unpacked by anybody', async () => {
    const it = await request()
    await exportBundle(it)
    const listed = execFileSync('/usr/bin/python3', [
      '-c',
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(z.namelist()))',
      it.out,
    ])
    expect(String(listed).trim()).toBe('23')
  })

  it('leaves nothing behind where it cannot be written', async () => {
    const it = await request()
    await expect(exportBundle({ ...it, out: join(root, 'no', 'such', 'folder.zip') })).rejects.toThrow(
      BundleUnwritableError,
    )
    mkdirSync(join(root, 'taken'))
    await expect(exportBundle({ ...it, out: join(root, 'taken') })).rejects.toThrow(BundleUnwritableError)
    expect(readdirSync(root).sort()).toEqual(['cases', 'taken'])
  })
})

const files = async (it: Parameters<typeof planBundle>[0]) => (await planBundle(it)).files

describe('what is private', () => {
  it('is in no file of the bundle', async () => {
    const it = await request()
    for (const { path, bytes } of await files(it)) {
      const text = bytes.toString('utf8').replaceAll('mirabelle_size', '')
      for (const secret of ['mirabelle', 'kestrel', token, 'tr0ub4dor', it.caseFolder, root])
        expect(text.includes(secret), `${secret} in ${path}`).toBe(false)
    }
  })

  it('is listed with its file, line and kind, and not shown', async () => {
    const { redactions } = await planBundle(await request())
    expect(redactions).toContainEqual({ item: 'repro.py', line: 6, kind: 'secret', before: 't…3', after: '<secret-2>' })
    expect(redactions).toContainEqual({
      item: 'report/report.md',
      line: 3,
      kind: 'user',
      before: 'm…e',
      after: '<user>',
    })
    expect(redactions).toContainEqual({
      item: 'runs/a2-bare-1/stdout.txt',
      line: 1,
      kind: 'folder',
      before: `${root.slice(0, 3)}…ter`,
      after: '<folder>',
    })
    expect(JSON.stringify(redactions)).not.toContain('tr0ub4dor')
  })

  it('leaves the script one that runs, and tells what stands in its code', async () => {
    const it = await request()
    const plan = await planBundle(it)
    const redacted = read(plan.files, 'repro.py')
    const ran = spawnSync('/usr/bin/python3', ['-c', redacted.replace('import numpy\n', '')], { encoding: 'utf8' })
    expect(ran.stderr).toContain('ValueError: bad size of /home/<user>/data')
    expect(redacted.split('\n').length).toBe(script.split('\n').length)
    expect(redacted).toContain('mirabelle_size')
    expect(plan.notes.join()).toContain('repro.py')
  })

  it('keeps versions that look like addresses', async () => {
    expect(read(await files(await request()), 'environment.json')).toContain('"nvidia-curand-cu11": "10.2.10.91"')
  })

  it('agrees with the events in every file', async () => {
    const it = await request()
    const { attempt } = ((await exportBundle(it)) && (await readBundle(it.out)).state.attempts[1]) ?? {}
    expect(attempt?.script).toBe(read(await files(it), 'repro.py'))
  })
})

describe('the issue', () => {
  it('says what was seen, how to run it, and that a tool made it', async () => {
    const issue = read(await files(await request()), 'ISSUE.md')
    expect(issue).toMatchInlineSnapshot(`
      "# Loading fails with @​everyone

      **The script shows the reported problem.** The run ended with the reported ValueError. It showed in 1 of 1 run of the script alone, in a sandbox without network.

      ## How to run

      Save the script as \`repro.py\`. It exits with 0 once the problem is gone.

      \`\`\`sh
      pip install numpy==1.24.2
      python repro.py
      \`\`\`

      ## Observed

      \`\`\`
      Traceback (most recent call last):
        File "/case/repro.py", line 9, in <module>
      ValueError: bad size of /home/<user>/data
      \`\`\`

      The run ended with exit code 1.

      - \`ValueError: bad size of /home/<user>/data\` (line 3 of stderr), as it stands in line 15 of the report

      ## Expected

      > it loads, as @​maintainer said, &lt;secret-2&gt;.

      ## Versions

      - Python \`3.11.2\`
      - numpy \`1.24.2\`

      Other versions than the report's: numpy 1.24.2 here, 1.26.0 in the report.

      ## What was changed in the reporter's code

      - moved line 1 to the \\*CPU\\*
      - moved line 2 to the \\*CPU\\*

      ---

      Made by RepGen Desktop 0.1.0, which ran the script; no language model judged the result.
      "
    `)
  })

  it('is pasted with the script in a fence that the script cannot end', async () => {
    const it = await request((events) =>
      events.map((e) =>
        e.type === 'attempt-written' && e.attempt.id === 'a2'
          ? { ...e, attempt: { ...e.attempt, script: 'doc = """\n````\n@everyone\n"""\n' } }
          : e,
      ),
    )
    const { text } = await pasteText(it)
    expect(text).toContain('`````python\ndoc = """\n````\n@everyone\n"""\n`````\n')
    expect(text).not.toContain('mirabelle')
  })
})

describe('a blocked case', () => {
  it('asks the reporter for exactly what is missing', async () => {
    const it = await request((events) =>
      events.map((e) =>
        e.type === 'verdict-reached'
          ? {
              ...e,
              verdict: {
                ...e.verdict,
                outcome: 'blocked',
                reason: 'Blocked: file weights.pt.',
                missing: [
                  { kind: 'file', name: 'weights.pt', remedy: '' },
                  { kind: 'gpu', name: 'RTX 3090', remedy: '' },
                ],
              },
            }
          : e,
      ),
    )
    const reply = read(await files(it), 'REPLY.md')
    expect(reply).toMatchInlineSnapshot(`
      "Thank you for the report. I tried to reproduce it by running the code in it, and could not get as far as the problem.

      ## To try again, I would need

      - The file \`weights.pt\` that the code reads, or a small one of the same form that shows the problem too.
      - Whether it also happens on the CPU (\`CUDA_VISIBLE_DEVICES= python your_script.py\`). I ran it without \`RTX 3090\`. If it takes the GPU: the card, the driver and the CUDA version (\`nvidia-smi\`).
      - Your versions: the output of \`python -m torch.utils.collect_env\`, or of \`pip freeze\`.

      ## How far I got

      I tried 2 ways of running it. Blocked: file weights.pt.

      With that I will run it again.
      "
    `)
  })

  it('asks nothing where only this machine lacks something', async () => {
    const it = await request((events) =>
      events.map((e) =>
        e.type === 'verdict-reached'
          ? {
              ...e,
              verdict: {
                ...e.verdict,
                outcome: 'blocked',
                missing: [{ kind: 'sandbox', name: 'bubblewrap', remedy: '' }],
              },
            }
          : e,
      ),
    )
    expect((await files(it)).some((f) => f.path === 'REPLY.md')).toBe(false)
  })
})

describe('a bundle over its cap', () => {
  it('loses the largest logs first and says so', async () => {
    const it = await request()
    writeFileSync(join(it.caseFolder, 'runs/a2-bare-1/stdout.txt'), 'x'.repeat(300_000))
    const { manifest, bytes } = await exportBundle({ ...it, maxBytes: 200_000 })
    expect(manifest.leftOut).toEqual([
      { path: 'runs/a2-bare-1/stdout.txt', bytes: 300_000, why: expect.stringContaining('size cap') },
    ])
    expect(manifest.files.some((f) => f.path === 'runs/a2-bare-1/stderr.txt')).toBe(true)
    expect(bytes).toBeLessThan(200_000)
  })

  it('then shortens outputs in the events, which stay events', async () => {
    const it = await request((events) =>
      events.map((e) =>
        e.type === 'run-ended'
          ? { ...e, run: { ...e.run, stdout: { ...e.run.stdout, text: 'word '.repeat(40_000) } } }
          : e,
      ),
    )
    const { manifest } = await exportBundle({ ...it, maxBytes: 120_000 })
    expect(manifest.leftOut.at(-1)?.path).toBe('events.jsonl')
    const { state } = await readBundle(it.out)
    expect(state.attempts[1]?.runs[0]?.run.stdout).toMatchObject({ cut: true })
  })

  it('is refused where the rest does not fit', async () => {
    await expect(request().then((it) => planBundle({ ...it, maxBytes: 1000 }))).rejects.toThrow(BundleTooLargeError)
  })
})

it.each([
  ['climbs out of the case', '../../secret.txt'],
  ['is absolute', '/etc/hostname'],
  ['is a link', 'runs/evil/stdout.txt'],
])('reads no output whose path %s', async (_, file) => {
  const it = await request((events) =>
    events.map((e) => (e.type === 'run-ended' ? { ...e, run: { ...e.run, stdout: { ...e.run.stdout, file } } } : e)),
  )
  writeFileSync(join(root, 'secret.txt'), 'inner secret')
  mkdirSync(join(it.caseFolder, 'runs/evil'), { recursive: true })
  symlinkSync(join(root, 'secret.txt'), join(it.caseFolder, 'runs/evil/stdout.txt'))
  const plan = await planBundle(it)
  expect(plan.files.filter((f) => f.kind === 'log').map((f) => f.path)).toEqual([
    'runs/a1-observed-1/stderr.txt',
    'runs/a2-bare-1/stderr.txt',
  ])
  expect(plan.files.some((f) => f.bytes.includes('inner secret'))).toBe(false)
})

it('leaves out what a person does not want to send', async () => {
  const plan = await planBundle({ ...(await request()), include: (item) => item.kind !== 'report' })
  expect(plan.files.some((f) => f.kind === 'report')).toBe(false)
})
