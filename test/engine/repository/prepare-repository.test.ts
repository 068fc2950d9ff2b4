import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RevisionNotFoundError } from '../../../src/engine/repository/errors.ts'
import { prepareRepository } from '../../../src/engine/repository/prepare-repository.ts'
import type { Report } from '../../../src/shared/report.ts'
import { commit, git, makeClone, snapshot, temporaryFolder, write } from './make-clone.ts'
import { makeReport, reportNaming } from './make-report.ts'

async function prepare(repository: string, report: Report = makeReport(), given: string | null = null) {
  const caseFolder = temporaryFolder()
  const { revision, notes } = await prepareRepository({ repository, report, given, caseFolder, folder: 'repository' })
  return { revision, notes, caseFolder, files: join(caseFolder, 'repository') }
}

describe('prepareRepository on a clone', () => {
  it("writes HEAD's files and leaves the checkout as it was", async () => {
    const clone = makeClone({
      'pkg/__init__.py': '',
      'pkg/net.py': 'x = 1\r\n',
      'run.sh': '#!/bin/sh\n',
      'data.bin': '\0\n\0é',
    })
    execFileSync('chmod', ['+x', join(clone, 'run.sh')])
    const head = commit(clone, {})
    const before = snapshot(clone)
    const { revision, files, notes } = await prepare(clone)
    expect(revision).toMatchObject({ commit: head, files: 4, folder: 'repository', missing: [] })
    expect(readFileSync(join(files, 'pkg/net.py'), 'utf8')).toBe('x = 1\r\n')
    expect(readFileSync(join(files, 'data.bin'))).toEqual(readFileSync(join(clone, 'data.bin')))
    expect(statSync(join(files, 'run.sh')).mode & 0o777).toBe(0o755)
    expect(notes).toEqual([])
    expect(snapshot(clone)).toEqual(before)
  })

  it('takes the commit, tag, date or branch that is named, in a shallow-refs clone with packed references too', async () => {
    const clone = makeClone({ 'a.py': '1' })
    git(clone, 'tag', '-a', 'v0.1.0', '-m', 'x')
    const second = commit(clone, { 'a.py': '2' }, '2023-02-01T12:00:00Z')
    git(clone, 'branch', 'side')
    commit(clone, { 'a.py': '3' }, '2023-03-01T12:00:00Z')
    git(clone, 'pack-refs', '--all')
    git(clone, 'gc', '-q')
    const text = async (report: Report, given: string | null = null) =>
      readFileSync(join((await prepare(clone, report, given)).files, 'a.py'), 'utf8')
    expect(await text(makeReport())).toBe('3')
    expect(await text(reportNaming('v', [{ kind: 'version', value: '0.1' }]))).toBe('1')
    expect(await text(reportNaming('v', [{ kind: 'commit', value: second.slice(0, 8) }]))).toBe('2')
    expect(await text(reportNaming('v', [{ kind: 'date', value: '2023-02-15' }]))).toBe('2')
    expect(await text(makeReport(), 'side')).toBe('2')
    expect(await text(makeReport(), 'HEAD~2')).toBe('1')
  })

  it('says which named revision is not there, and stops at a given one that is not', async () => {
    const clone = makeClone({ 'a.py': '1' })
    const { revision } = await prepare(clone, reportNaming('x', [{ kind: 'commit', value: 'deadbeef' }]))
    expect(revision.missing).toEqual(['deadbeef'])
    expect(revision.reason).toContain('lacks deadbeef')
    await expect(prepare(clone, makeReport(), '--upload-pack=x')).rejects.toThrow(RevisionNotFoundError)
    await expect(prepare(clone, makeReport(), 'v9')).rejects.toThrow(/fetch --all --tags/)
  })

  it('says that changes which are not committed were not used', async () => {
    const clone = makeClone({ 'a.py': '1', 'b.py': '2', 'c.py': '3\n' })
    write(clone, { 'a.py': 'changed', 'c.py': '3\r\n' })
    const { revision, files } = await prepare(clone)
    expect(revision.reason).toMatch(/not committed \(a\.py\), which were not used/)
    expect(readFileSync(join(files, 'a.py'), 'utf8')).toBe('1')
  })

  it('copies the files of a repository without commits', async () => {
    const folder = temporaryFolder()
    git(folder, 'init', '-q')
    write(folder, { 'a.py': '1' })
    const { revision, files } = await prepare(folder)
    expect(revision.commit).toBeNull()
    expect(revision.reason).toContain('without commits')
    expect(existsSync(join(files, '.git'))).toBe(false)
    expect(readFileSync(join(files, 'a.py'), 'utf8')).toBe('1')
  })

  it('reads bare repositories and worktrees', async () => {
    const clone = makeClone({ 'a.py': '1' })
    const bare = join(temporaryFolder(), 'vision.git')
    git(clone, 'clone', '-q', '--bare', clone, bare)
    expect(readFileSync(join((await prepare(bare)).files, 'a.py'), 'utf8')).toBe('1')
    const tree = join(temporaryFolder(), 'tree')
    git(clone, 'worktree', 'add', '-q', '-b', 'other', tree)
    const head = commit(tree, { 'a.py': '2' })
    expect((await prepare(tree)).revision.commit).toBe(head)
  })

  it('reads a submodule that its superproject knows', async () => {
    const inner = makeClone({ 'a.py': '1' })
    const outer = makeClone({ 'b.py': '1' })
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', inner, 'inner')
    commit(outer, {})
    expect((await prepare(join(outer, 'inner'))).revision.commit).toBe(git(inner, 'rev-parse', 'HEAD'))
    const { notes } = await prepare(outer)
    expect(notes.join('\n')).toMatch(/Left out inner: a submodule/)
  })

  it('reads a repository with SHA-256 hashes', async () => {
    const folder = temporaryFolder()
    git(folder, 'init', '-q', '--object-format=sha256')
    expect((await prepare(folder + commitIn(folder))).revision.commit).toHaveLength(64)
  })

  it('keeps links that stay inside and names those that do not', async () => {
    const clone = makeClone({
      'pkg/a.py': '1',
      'link.py': '-> pkg/a.py',
      'pkg/up': '-> ../link.py',
      out: '-> ../../etc/passwd',
      abs: '-> /etc/passwd',
      sly: '-> pkg/../../x',
    })
    const { files, notes } = await prepare(clone)
    expect(readlinkSync(join(files, 'link.py'))).toBe('pkg/a.py')
    expect(readFileSync(join(files, 'pkg/up'), 'utf8')).toBe('1')
    for (const name of ['out', 'abs', 'sly']) {
      expect(lstatSync(join(files, name), { throwIfNoEntry: false })).toBeUndefined()
      expect(notes.join('\n')).toContain(`Left out ${name}: a link that leads out`)
    }
  })

  it('notes pointers of Git LFS', async () => {
    const clone = makeClone({
      'w.pt': `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`,
    })
    expect((await prepare(clone)).notes.join()).toMatch(/1 files are kept in Git LFS/)
  })

  it('notes objects that a clone borrows from elsewhere, and does not follow them', async () => {
    const clone = makeClone({ 'a.py': '1' })
    const shared = join(temporaryFolder(), 'shared')
    git(clone, 'clone', '-q', '--shared', clone, shared)
    const { revision, notes, files } = await prepare(shared)
    expect(revision.reason).toMatch(/commits cannot be read, so its files were used as they are/)
    expect(notes[0]).toMatch(/borrows objects/)
    expect(readFileSync(join(files, 'a.py'), 'utf8')).toBe('1')
    await expect(prepare(shared, makeReport(), 'v1')).rejects.toThrow(RevisionNotFoundError)
  })
})

function commitIn(folder: string): string {
  commit(folder, { 'a.py': '1' })
  return ''
}

describe('prepareRepository on a plain folder', () => {
  it('copies it without environments, caches and links that leave it', async () => {
    const folder = temporaryFolder()
    write(folder, {
      'pkg/a.py': '1',
      'pkg/__pycache__/a.pyc': 'x',
      'env/pyvenv.cfg': 'home = /',
      'env/bin/python': '#!/bin/sh\n',
      'node_modules/x.js': '',
      'inside.py': '-> pkg/a.py',
      'outside.py': '-> /etc/hostname',
    })
    symlinkSync(join(folder, 'pkg'), join(folder, 'absolute'))
    symlinkSync('.', join(folder, 'pkg/loop'))
    execFileSync('mkfifo', [join(folder, 'pipe')])
    const before = snapshot(join(folder, 'pkg'))
    const { revision, files, notes } = await prepare(folder, reportNaming('x', [{ kind: 'commit', value: 'deadbeef' }]))
    expect(revision).toMatchObject({ commit: null, missing: ['deadbeef'] })
    expect(readFileSync(join(files, 'inside.py'), 'utf8')).toBe('1')
    expect(readFileSync(join(files, 'absolute/a.py'), 'utf8')).toBe('1')
    for (const gone of ['env', 'node_modules', 'pkg/__pycache__', 'outside.py', 'pipe']) {
      expect(lstatSync(join(files, gone), { throwIfNoEntry: false })).toBeUndefined()
    }
    expect(notes.join('\n')).toMatch(/env: a virtual environment; its interpreter is foreign code and was not started/)
    expect(snapshot(join(folder, 'pkg'))).toEqual(before)
  })

  it('does not follow a .git file to a repository that does not know the folder', async () => {
    const other = makeClone({ 'secret.py': 'x' })
    const folder = temporaryFolder()
    write(folder, { '.git': `gitdir: ${join(other, '.git')}\n`, 'a.py': '1' })
    const { revision, files, notes } = await prepare(folder)
    expect(revision.commit).toBeNull()
    expect(existsSync(join(files, 'secret.py'))).toBe(false)
    expect(notes[0]).toMatch(/does not name this folder as its own/)
  })

  it('does not follow a .git or an objects folder that is a link', async () => {
    const other = makeClone({ 'secret.py': 'x' })
    const folder = temporaryFolder()
    write(folder, { 'a.py': '1' })
    symlinkSync(join(other, '.git'), join(folder, '.git'))
    expect((await prepare(folder)).revision.commit).toBeNull()
    const second = temporaryFolder()
    mkdirSync(join(second, '.git/refs/heads'), { recursive: true })
    writeFileSync(join(second, '.git/HEAD'), git(other, 'rev-parse', 'HEAD'))
    symlinkSync(join(other, '.git/objects'), join(second, '.git/objects'))
    write(second, { 'a.py': '1' })
    const { revision, files } = await prepare(second)
    expect(revision.commit).toBeNull()
    expect(existsSync(join(files, 'secret.py'))).toBe(false)
  })
})
