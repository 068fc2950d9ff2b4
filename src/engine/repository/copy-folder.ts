import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { RepositoryEmptyError, RepositoryTooLargeError } from './errors.ts'
import { TreeWriter, writeCaps } from './tree-writer.ts'

const skipped = new Set([
  '.git',
  '.hg',
  '.svn',
  '__pycache__',
  'node_modules',
  '.tox',
  '.nox',
  '.mypy_cache',
  '.pytest_cache',
])
const maxFileBytes = 200_000_000

/**
 * Copies a folder that is not a git repository (or has no commits) into the new folder `target`, following no link. Virtual
 * environments, caches and git data are left out; an interpreter in there is foreign code and only noted, never started.
 */
export async function copyFolder(source: string, target: string): Promise<{ files: number; notes: string[] }> {
  const writer = new TreeWriter(target)
  await writer.makeFolder('.')
  let bytes = 0
  const queue = ['']
  for (let at = 0; at < queue.length; at++) {
    const here = queue[at] as string
    const entries = await readdir(join(source, here), { withFileTypes: true }).catch(() => null)
    if (entries === null) {
      writer.note(`Left out ${here}: it may not be read`)
      continue
    }
    const names = new Set(entries.map((entry) => entry.name))
    if (here !== '' && (names.has('pyvenv.cfg') || /(?:^|\/)\.?venv$/.test(here))) {
      writer.note(`Left out ${here}: a virtual environment; its interpreter is foreign code and was not started`)
      continue
    }
    for (const entry of entries) {
      const path = here === '' ? entry.name : `${here}/${entry.name}`
      if (entry.isSymbolicLink()) {
        writer.link(path, await linkTarget(source, path))
      } else if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) queue.push(path)
      } else if (entry.isFile()) {
        bytes += await copyFile(source, path, writer)
        if (bytes > writeCaps.bytes) throw new RepositoryTooLargeError(source, 'over 1 GB of files')
        if (writer.files >= writeCaps.files) throw new RepositoryTooLargeError(source, 'over 50,000 files')
      } else {
        writer.note(`Left out ${path}: neither a file nor a folder`)
      }
    }
  }
  const notes = await writer.finish()
  if (writer.files === 0) throw new RepositoryEmptyError(source)
  return { files: writer.files, notes }
}

async function copyFile(source: string, path: string, writer: TreeWriter): Promise<number> {
  const from = join(source, path)
  const kind = await lstat(from).catch(() => null)
  if (kind === null || !kind.isFile()) return 0
  if (kind.size > maxFileBytes) {
    writer.note(`Left out ${path}: over 200 MB`)
    return 0
  }
  const content = await readFile(from).catch(() => null)
  if (content === null) {
    writer.note(`Left out ${path}: it may not be read`)
    return 0
  }
  await writer.file(path, content, (kind.mode & 0o100) !== 0)
  return content.length
}

/** An absolute link into the folder is kept as a relative one; any other is left to the writer to judge. */
async function linkTarget(source: string, path: string): Promise<string> {
  const target = await readlink(join(source, path)).catch(() => '')
  if (target !== source && !target.startsWith(`${source}/`)) return target
  const inside = target.slice(source.length + 1)
  return inside.split('/').includes('..') ? target : relative(dirname(path), inside) || '.'
}
