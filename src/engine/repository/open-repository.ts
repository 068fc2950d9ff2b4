import { constants } from 'node:fs'
import { access, readdir, realpath, stat } from 'node:fs/promises'
import {
  RepositoryEmptyError,
  RepositoryIsFileError,
  RepositoryLinkLoopError,
  RepositoryNotFoundError,
  RepositoryUnreadableError,
} from './errors.ts'
import { type GitFolder, locateGit } from './locate-git.ts'

/** What a person pointed at: a clone, read from git's objects, or a plain folder, whose files are copied as they are. */
export type Repository = {
  /** Real path of the folder. */
  path: string
  git: GitFolder | null
  notes: string[]
}

/** Reads folders and small files only and starts nothing. Throws a RepositoryError that says what to do. */
export async function openRepository(path: string): Promise<Repository> {
  const folder = await realFolder(path)
  const entries = await readdir(folder).catch((error) => {
    throw new RepositoryUnreadableError(path, error)
  })
  if (entries.length === 0) throw new RepositoryEmptyError(path)
  const { git, notes } = await locateGit(folder)
  return { path: folder, git, notes }
}

async function realFolder(path: string): Promise<string> {
  try {
    const folder = await realpath(path)
    if (!(await stat(folder)).isDirectory()) throw new RepositoryIsFileError(path)
    await access(folder, constants.R_OK | constants.X_OK)
    return folder
  } catch (error) {
    switch ((error as NodeJS.ErrnoException).code) {
      case 'ENOENT':
        throw new RepositoryNotFoundError(path)
      case 'ENOTDIR':
        throw new RepositoryNotFoundError(path)
      case 'ELOOP':
        throw new RepositoryLinkLoopError(path)
      case 'EACCES':
      case 'EPERM':
        throw new RepositoryUnreadableError(path, error)
      default:
        throw error
    }
  }
}
