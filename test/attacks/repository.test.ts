import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkAttempt } from '../../src/engine/checks/check-attempt.ts'
import { inspectInterpreter } from '../../src/engine/interpreters/inspect-interpreter.ts'
import { RepositoryTooLargeError } from '../../src/engine/repository/errors.ts'
import { extractRevision } from '../../src/engine/repository/extract-revision.ts'
import { GitObjects } from '../../src/engine/repository/git-objects.ts'
import { openRepository } from '../../src/engine/repository/open-repository.ts'
import { prepareRepository } from '../../src/engine/repository/prepare-repository.ts'
import { repositorySymbols } from '../../src/engine/repository/python-packages.ts'
import type { Interpreter } from '../../src/shared/run.ts'
import { commit, git, makeClone, snapshot, temporaryFolder, write } from '../engine/repository/make-clone.ts'
import { makeReport } from '../engine/repository/make-report.ts'

let python: Interpreter
beforeAll(async () => {
  const found = await inspectInterpreter('/usr/bin/python3', 'system', false)
  if (found === null) throw new Error('/usr/bin/python3 does not answer')
  python = found
})

/** A shell command that leaves a mark wherever it can: the host's folder, the sandbox's own, and what git prints. */
function marking(marks: string): string {
  return `touch ${marks}/ran; touch ./ran /case/ran /tmp/ran 2>/dev/null; echo RAN; echo RAN >&2`
}

/** What is done with a repository before an attempt is written: its revision and its symbols. */
async function handle(repository: string) {
  const caseFolder = temporaryFolder()
  const input = { repository, report: makeReport(), given: null, caseFolder, folder: 'files' }
  const { revision, notes } = await prepareRepository(input)
  const symbols = await repositorySymbols(join(caseFolder, 'files'))
  expect(readdirSync(caseFolder)).toEqual(['files'])
  return { revision, notes, symbols, caseFolder, files: join(caseFolder, 'files') }
}

describe('a hostile repository', () => {
  it.each<[string, string[] | null, (clone: string, command: string, marks: string) => void]>([
    ['core.fsmonitor', ['status'], (clone, command) => git(clone, 'config', 'core.fsmonitor', command)],
    [
      'core.sshCommand and a pager',
      null,
      (clone, command) => {
        for (const key of ['core.sshCommand', 'core.pager', 'core.editor', 'core.askPass', 'diff.external'])
          git(clone, 'config', key, command)
      },
    ],
    [
      'an alias that shadows a command',
      null,
      (clone, command) => {
        for (const name of ['ls-tree', 'cat-file', 'rev-parse']) git(clone, 'config', `alias.${name}`, `!${command}`)
      },
    ],
    [
      'a smudge, clean and process filter',
      ['checkout-index', '-fa'],
      (clone, command) => {
        for (const kind of ['smudge', 'clean', 'process']) git(clone, 'config', `filter.evil.${kind}`, command)
        git(clone, 'config', 'filter.evil.required', 'true')
        write(clone, { '.git/info/attributes': '* filter=evil diff=evil\n' })
        git(clone, 'config', 'diff.evil.textconv', command)
      },
    ],
    [
      'hooks',
      ['checkout', 'HEAD'],
      (clone, command) => {
        for (const name of [
          'post-checkout',
          'pre-commit',
          'reference-transaction',
          'post-index-change',
          'fsmonitor-watchman',
        ]) {
          write(clone, { [`.git/hooks/${name}`]: `#!/bin/sh\n${command}\n` })
          chmodSync(join(clone, '.git/hooks', name), 0o755)
        }
      },
    ],
    [
      'a configuration that includes another',
      ['status'],
      (clone, command, marks) => {
        writeFileSync(join(marks, 'included'), `[core]\n\tfsmonitor = "${command}"\n`)
        git(clone, 'config', 'include.path', join(marks, 'included'))
      },
    ],
    ['a configuration that git cannot parse', null, (clone) => writeFileSync(join(clone, '.git/config'), '[core\n\0')],
  ])('runs nothing: %s', async (_, trigger, plant) => {
    const marks = temporaryFolder()
    chmodSync(marks, 0o777)
    const clone = makeClone({ 'pkg/__init__.py': 'x = 1\n' })
    plant(clone, marking(marks), marks)
    const before = snapshot(clone)
    const { revision, files } = await handle(clone)
    expect(existsSync(join(marks, 'ran'))).toBe(false)
    expect(existsSync(join(files, 'ran'))).toBe(false)
    expect(revision.commit).toMatch(/^[0-9a-f]{40}$/)
    expect(readFileSync(join(files, 'pkg/__init__.py'), 'utf8')).toBe('x = 1\n')
    expect(snapshot(clone)).toEqual(before)
    if (trigger !== null) expect(springs(clone, trigger, marks)).toBe(true)
  })

  it('fetches nothing from a promisor remote, whose transport is a command', async () => {
    const marks = temporaryFolder()
    chmodSync(marks, 0o777)
    const clone = makeClone({ 'pkg/__init__.py': '', 'gone.py': 'missing\n' })
    const object = git(clone, 'rev-parse', 'HEAD:gone.py')
    execFileSync('rm', ['-f', join(clone, '.git/objects', object.slice(0, 2), object.slice(2))])
    write(marks, { 'transport.sh': `#!/bin/sh\n${marking(marks)}\n` })
    chmodSync(join(marks, 'transport.sh'), 0o755)
    const settings = {
      'core.repositoryformatversion': '1',
      'extensions.partialClone': 'origin',
      'remote.origin.promisor': 'true',
      'remote.origin.url': `ext::${marks}/transport.sh`,
      'remote.origin.uploadpack': `${marks}/transport.sh`,
      'protocol.ext.allow': 'always',
      'protocol.allow': 'always',
    }
    for (const [key, value] of Object.entries(settings)) git(clone, 'config', key, value)
    const { notes, files } = await handle(clone)
    expect(existsSync(join(marks, 'ran'))).toBe(false)
    expect(existsSync(join(files, 'gone.py'))).toBe(false)
    expect(springs(clone, ['cat-file', '-p', object], marks)).toBe(true)
    expect(notes.join('\n')).toMatch(/partial: objects that it lacks are not fetched/)
    expect(notes.join('\n')).toMatch(/lacks 1 of the revision's files/)
  })

  it('starts none of its Python: .pylintrc, sitecustomize, conftest, setup.py, modules that shadow the standard library', async () => {
    const marks = temporaryFolder()
    chmodSync(marks, 0o777)
    const evil = `import os\nos.system(${JSON.stringify(marking(marks))})\n`
    const hook = `init-hook=import os; os.system(${JSON.stringify(marking(marks))})`
    const named = [
      'sitecustomize',
      'usercustomize',
      'conftest',
      'setup',
      'ast',
      'json',
      'symtable',
      'astroid',
      'pylint',
      'script',
    ]
    const clone = makeClone({
      ...Object.fromEntries(named.map((name) => [`${name}.py`, evil])),
      'pkg/__init__.py': evil,
      '.pylintrc': `[MASTER]\n${hook}\nload-plugins=conftest\n`,
      pylintrc: `[MASTER]\n${hook}\n`,
      'pyproject.toml': `[tool.pylint.main]\n${hook.replace('=', ' = ').replace('import', "'import")}'\n`,
      'evil.pth': evil.replaceAll('\n', ';'),
    })
    const { symbols, caseFolder } = await handle(clone)
    const checks = await checkAttempt('import pkg\nprint(pkg)\n', {
      interpreter: python,
      otherInterpreters: [],
      report: makeReport(),
      symptom: null,
      repository: symbols,
      workFolder: caseFolder,
    })
    expect(existsSync(join(marks, 'ran'))).toBe(false)
    expect(checks.passed).toBe(true)
    expect(JSON.stringify(checks)).not.toContain('RAN')
  })

  it('does not start an interpreter in the repository, committed or not', async () => {
    const marks = temporaryFolder()
    chmodSync(marks, 0o777)
    const interpreter = `#!/bin/sh\n${marking(marks)}\n`
    const clone = makeClone({ 'pkg/__init__.py': '', '.venv/bin/python': interpreter, 'venv/bin/python3': interpreter })
    for (const path of ['.venv/bin/python', 'venv/bin/python3']) chmodSync(join(clone, path), 0o755)
    commit(clone, {})
    const { files } = await handle(clone)
    expect(existsSync(join(marks, 'ran'))).toBe(false)
    expect(lstatSync(join(files, '.venv/bin/python')).isFile()).toBe(true)
    execFileSync('rm', ['-rf', join(clone, '.git')])
    const plain = await handle(clone)
    expect(existsSync(join(marks, 'ran'))).toBe(false)
    expect(existsSync(join(plain.files, '.venv'))).toBe(false)
  })

  it('writes nothing outside the folder, whatever the names in its trees are', async () => {
    const clone = makeClone({ 'pkg/__init__.py': '', 'evil.txt': 'evil\n' })
    const blob = git(clone, 'rev-parse', 'HEAD:evil.txt')
    const link = hashOf(clone, 'blob', Buffer.from('/'))
    const outside = hashOf(clone, 'tree', treeOf([['100644', 'escaped', blob]]))
    const root = hashOf(
      clone,
      'tree',
      treeOf([
        ['100644', '..', blob],
        ['40000', '...', outside],
        ['100644', '../escaped', blob],
        ['100644', '/tmp/escaped', blob],
        ['40000', '.GIT', outside],
        ['40000', 'git~1', outside],
        ['100644', '.g\u200cit', blob],
        ['120000', 'dir', link],
        ['40000', 'dir', outside],
        ['100644', 'same', blob],
        ['100644', 'same', blob],
        ['100755', 'good.py', blob],
      ]),
    )
    const head = git(clone, 'commit-tree', '-m', 'x', root)
    git(clone, 'update-ref', 'refs/heads/main', head)
    const { git: folder } = await openRepository(clone)
    if (folder === null) throw new Error('not a clone')
    const around = temporaryFolder()
    const target = join(around, 'files')
    await using objects = await GitObjects.open(folder, around)
    const { notes } = await extractRevision(objects, head, target, clone)
    const there = readdirSync(target, { recursive: true }).sort()
    expect(there).toEqual(['...', '.../escaped', 'dir', 'dir/escaped', 'good.py', 'same'])
    expect(readdirSync(around).filter((name) => !name.startsWith('.git-objects'))).toEqual(['files'])
    expect(lstatSync(join(target, 'dir')).isDirectory()).toBe(true)
    expect(existsSync('/escaped') || existsSync('/tmp/escaped')).toBe(false)
    expect(notes.join('\n')).toMatch(/taken for git data/)
  })

  it('is refused when its trees unfold into more files than the cap', async () => {
    const clone = makeClone({ 'a.txt': 'x' })
    let object = git(clone, 'rev-parse', 'HEAD:a.txt')
    let mode = '100644'
    for (let depth = 0; depth < 6; depth++) {
      const entries = Array.from({ length: 10 }, (_, i): [string, string, string] => [mode, `${i}`, object])
      object = hashOf(clone, 'tree', treeOf(entries))
      mode = '40000'
    }
    git(clone, 'update-ref', 'refs/heads/main', git(clone, 'commit-tree', '-m', 'x', object))
    await expect(handle(clone)).rejects.toThrow(RepositoryTooLargeError)
  })

  it('cannot have git take a name in the report for an option or a command', async () => {
    const marks = temporaryFolder()
    const clone = makeClone({ 'pkg/__init__.py': '' })
    for (const given of [
      `--output=${marks}/ran`,
      `$(touch ${marks}/ran)`,
      `;touch ${marks}/ran`,
      `HEAD\n--batch-all-objects`,
      '@{-1}',
      ':/x',
    ]) {
      const input = { repository: clone, report: makeReport(), given, caseFolder: temporaryFolder(), folder: 'files' }
      await expect(prepareRepository(input)).rejects.toThrow(/has no revision/)
    }
    expect(readdirSync(marks)).toEqual([])
  })

  it('cannot show the files of a repository beside it', async () => {
    const secret = makeClone({ 'secret.py': 'secret' })
    const clone = makeClone({ 'pkg/__init__.py': '' })
    mkdirSync(join(clone, '.git/objects/info'), { recursive: true })
    writeFileSync(join(clone, '.git/objects/info/alternates'), `${join(secret, '.git/objects')}\n`)
    writeFileSync(join(clone, '.git/refs/heads/main'), `${git(secret, 'rev-parse', 'HEAD')}\n`)
    const { revision, files } = await handle(clone)
    expect(revision.commit).toBeNull()
    expect(existsSync(join(files, 'secret.py'))).toBe(false)
    expect(statSync(secret).isDirectory()).toBe(true)
  })
})

/** The control: git as people call it falls into the trap. */
function springs(clone: string, args: string[], marks: string): boolean {
  spawnSync('git', ['-C', clone, ...args], { env: { PATH: process.env.PATH }, timeout: 10_000 })
  return existsSync(join(marks, 'ran'))
}

/** Writes an object as it is, past git's own checks. */
function hashOf(clone: string, type: string, content: Buffer): string {
  const args = ['-C', clone, 'hash-object', '-t', type, '-w', '--literally', '--stdin']
  return execFileSync('git', args, { input: content, encoding: 'utf8' }).trim()
}

function treeOf(entries: [string, string, string][]): Buffer {
  return Buffer.concat(
    entries.flatMap(([mode, name, object]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(object, 'hex')]),
  )
}
