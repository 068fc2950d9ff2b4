import { readBlobs } from './blob-stream.ts'
import { RepositoryBrokenError, RepositoryTooLargeError } from './errors.ts'
import type { GitObjects } from './git-objects.ts'
import { parseTreeListing, type TreeEntry } from './tree-listing.ts'
import { TreeWriter, writeCaps } from './tree-writer.ts'

export type Extracted = { files: number; notes: string[]; entries: TreeEntry[] }

const lfsPointer = 'version https://git-lfs.github.com/spec/'
const writesAtOnce = 32
const seconds = 300

/** About 200 bytes for each of 50,000 files. A tree that unfolds without end is cut off here. */
const listingBytes = 12_000_000

/** Git's failure counts unless it was cut off. */
const listing = `
{ git ls-tree -r -z --long --full-tree "$1" || echo >failed; } | head -c "$2" >listing
[ ! -e failed ] || [ "$(wc -c <listing)" -ge "$2" ]
`

/**
 * Writes a revision's files into the new folder `target` by `ls-tree` and `cat-file`, which run no filter, hook or monitor. Throws
 * RepositoryTooLargeError past 50,000 files or 1 GB, RepositoryBrokenError where git cannot read the commit. `commit` is a full hash.
 */
export async function extractRevision(
  objects: GitObjects,
  commit: string,
  target: string,
  repository: string,
): Promise<Extracted> {
  await objects.run(listing, [commit, String(listingBytes)], seconds)
  const listed = await objects.read('listing')
  if (listed.length >= listingBytes) throw new RepositoryTooLargeError(repository, 'too many files to list')
  const { entries, unnamed } = parseTreeListing(listed)
  const blobs = entries.filter((entry) => entry.kind !== 'submodule')
  if (blobs.length > writeCaps.files) throw new RepositoryTooLargeError(repository, `${blobs.length} files`)
  const bytes = blobs.reduce((sum, entry) => sum + (entry.size ?? 0), 0)
  if (bytes > writeCaps.bytes) throw new RepositoryTooLargeError(repository, `${Math.round(bytes / 1e6)} MB of files`)

  await objects.put('wanted', blobs.map((entry) => `${entry.object}\n`).join(''))
  await objects.run('git cat-file --batch --buffer <wanted >blobs', [], seconds)
  const writer = new TreeWriter(target)
  await writer.makeFolder('.')
  await writeBlobs(objects.path('blobs'), blobs, writer, repository)
  for (const { path } of entries.filter((entry) => entry.kind === 'submodule')) {
    writer.note(`Left out ${path}: a submodule, whose files are in another repository`)
  }
  if (unnamed > 0) writer.note(`Left out ${unnamed} files whose names are not UTF-8 or whose kind is unknown`)
  const notes = await writer.finish()
  return { files: writer.files, notes, entries }
}

async function writeBlobs(file: string, blobs: TreeEntry[], writer: TreeWriter, repository: string): Promise<void> {
  let at = 0
  let pointers = 0
  let missing = 0
  let writing: Promise<void>[] = []
  for await (const { content } of readBlobs(file)) {
    const entry = blobs[at++]
    if (entry === undefined) break
    if (content === null) missing++
    else if (entry.kind === 'link') writer.link(entry.path, content.toString('utf8'))
    else {
      if (content.length < 1000 && content.toString('latin1', 0, lfsPointer.length) === lfsPointer) pointers++
      writing.push(writer.file(entry.path, content, entry.kind === 'executable'))
    }
    if (writing.length >= writesAtOnce) {
      await Promise.all(writing)
      writing = []
    }
  }
  await Promise.all(writing)
  missing += blobs.length - at
  if (missing > 0 && missing === blobs.length) throw new RepositoryBrokenError(repository, 'it has none of the files')
  if (missing > 0) writer.note(`The clone lacks ${missing} of the revision's files: it is partial or broken`)
  if (pointers > 0) writer.note(`${pointers} files are kept in Git LFS; what is here are pointers, not their contents`)
}
