import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  RepositoryEmptyError,
  RepositoryIsFileError,
  RepositoryLinkLoopError,
  RepositoryNotFoundError,
} from '../../../src/engine/repository/errors.ts'
import { configValue } from '../../../src/engine/repository/locate-git.ts'
import { openRepository } from '../../../src/engine/repository/open-repository.ts'
import { makeClone, temporaryFolder } from './make-clone.ts'

describe('openRepository', () => {
  it('says what is wrong with a path that is no repository', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    symlinkSync('loop', join(folder, 'loop'))
    symlinkSync('.', join(folder, 'self'))
    await expect(openRepository(join(folder, 'nowhere'))).rejects.toThrow(RepositoryNotFoundError)
    await expect(openRepository(join(folder, 'file'))).rejects.toThrow(RepositoryIsFileError)
    await expect(openRepository(join(folder, 'file', 'below'))).rejects.toThrow(RepositoryNotFoundError)
    await expect(openRepository(join(folder, 'loop'))).rejects.toThrow(RepositoryLinkLoopError)
    await expect(openRepository(temporaryFolder())).rejects.toThrow(RepositoryEmptyError)
    expect((await openRepository(join(folder, 'self'))).path).toBe(folder)
  })

  it('tells a clone from a plain folder', async () => {
    const clone = makeClone({ 'a.py': '' })
    expect((await openRepository(clone)).git).toMatchObject({
      own: join(clone, '.git'),
      bare: false,
      objectFormat: 'sha1',
    })
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'a.py'), '')
    expect((await openRepository(folder)).git).toBeNull()
  })
})

describe('configValue', () => {
  it("reads git's format, and not the subsections of a section", () => {
    const text = '[core]\n\tworktree = ../a\n[remote "core"]\n worktree = no\n[Extensions] objectFormat = sha256\n'
    expect(configValue(text, 'core', 'worktree')).toBe('../a')
    expect(configValue(text, 'extensions', 'objectformat')).toBe('sha256')
    expect(configValue(text, 'extensions', 'partialclone')).toBeNull()
  })
})
