import { lstat, readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/** Where git keeps a clone's data. Only `objects`, `HEAD`, `packed-refs`, `refs` and `shallow` of it are ever used. */
export type GitFolder = {
  /** Holds HEAD: `.git`, a bare repository, or the folder of one worktree. */
  own: string
  /** Holds objects and refs; the same as `own` but for a worktree. */
  common: string
  objectFormat: 'sha1' | 'sha256'
  bare: boolean
}

type Located = { git: GitFolder | null; notes: string[] }

/**
 * Finds the git data of a folder without git. A `.git` that is a link or that points elsewhere is hostile until the other side
 * names this folder as its own: otherwise a repository could make us read the objects of another one.
 */
export async function locateGit(folder: string): Promise<Located> {
  const dotGit = join(folder, '.git')
  const kind = await lstat(dotGit).catch(() => null)
  if (kind?.isDirectory()) return describe(dotGit, dotGit, false)
  if (kind?.isSymbolicLink()) return plain('.git is a symbolic link, which is not followed')
  if (kind?.isFile()) return followGitFile(folder, dotGit)
  if ((await isGitFolder(folder)) && (await lstat(join(folder, 'config')).catch(() => null))?.isFile()) {
    return describe(folder, folder, true)
  }
  return { git: null, notes: [] }
}

/** A worktree or a submodule: its `.git` is a file that says where the data is. */
async function followGitFile(folder: string, dotGit: string): Promise<Located> {
  const target = /^gitdir: (.+)$/m.exec(await readSmall(dotGit))?.[1]
  if (target === undefined) return plain('.git is a file that names no folder')
  const own = await realpath(resolve(folder, target)).catch(() => null)
  if (own === null) return plain(`.git points to ${target}, which is not there`)
  // Worktree: `gitdir` in its folder names this .git, and `commondir` the main one, two levels up.
  const back = (await readSmall(join(own, 'gitdir'))).trim()
  if (back !== '' && (await sameFile(resolve(own, back), dotGit)) && basename(dirname(own)) === 'worktrees') {
    return describe(own, dirname(dirname(own)), false)
  }
  // Submodule: core.worktree in its configuration names this folder.
  const worktree = configValue(await readSmall(join(own, 'config')), 'core', 'worktree')
  if (worktree !== null && (await sameFile(resolve(own, worktree), folder))) return describe(own, own, false)
  return plain(`.git points to ${target}, which does not name this folder as its own`)
}

async function describe(own: string, common: string, bare: boolean): Promise<Located> {
  if (!(await isGitFolder(common))) return plain('the git data is incomplete or links to elsewhere')
  const config = await readSmall(join(common, 'config'))
  const refStorage = configValue(config, 'extensions', 'refstorage')
  if (refStorage !== null && refStorage !== 'files')
    return plain(`references are kept as ${refStorage}, which is not read`)
  const notes: string[] = []
  if ((await lstat(join(common, 'objects', 'info', 'alternates')).catch(() => null)) !== null) {
    notes.push('The clone borrows objects from another one (alternates), which is not followed')
  }
  if (configValue(config, 'extensions', 'partialclone') !== null) {
    notes.push('The clone is partial: objects that it lacks are not fetched')
  }
  const objectFormat = configValue(config, 'extensions', 'objectformat') === 'sha256' ? 'sha256' : 'sha1'
  return { git: { own, common, objectFormat, bare }, notes }
}

function plain(why: string): Located {
  return { git: null, notes: [`Not read as a git repository: ${why}. The files are used as they are`] }
}

async function isGitFolder(folder: string): Promise<boolean> {
  const [head, objects, refs] = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((name) => lstat(join(folder, name)).catch(() => null)),
  )
  return head?.isFile() === true && objects?.isDirectory() === true && refs?.isDirectory() === true
}

async function sameFile(a: string, b: string): Promise<boolean> {
  const [real, other] = await Promise.all([a, b].map((path) => realpath(path).catch(() => null)))
  return real !== null && real === other
}

/** Git's own files are small; a link or a large one is not read. */
async function readSmall(path: string): Promise<string> {
  const kind = await lstat(path).catch(() => null)
  if (kind === null || !kind.isFile() || kind.size > 1_000_000) return ''
  return readFile(path, 'utf8').catch(() => '')
}

/** The last value of a key in git's configuration format; null where it is not set. */
export function configValue(config: string, section: string, key: string): string | null {
  let here = false
  let value: string | null = null
  for (const line of config.split('\n')) {
    const header = /^\s*\[\s*([^\]\s"]+)/.exec(line)
    if (header !== null) here = header[1]?.toLowerCase() === section && !/^\s*\[[^\]]*"/.test(line)
    const setting = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(
      header === null ? line : line.slice(line.indexOf(']') + 1),
    )
    if (here && setting !== null && setting[1]?.toLowerCase() === key)
      value = (setting[2] as string).replace(/^"|"$/g, '')
  }
  return value
}
