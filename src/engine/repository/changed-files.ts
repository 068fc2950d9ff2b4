import { createHash } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeEntry } from './tree-listing.ts'

const maxFiles = 2000
const maxFileBytes = 1_000_000

/**
 * Tracked files of a checkout that differ from the revision, by git's own hash of their contents; `git status` would run what the
 * repository configures. Looks at the first 2,000 files up to 1 MB. Line ends that git converts count as no change.
 */
export async function changedFiles(
  checkout: string,
  entries: TreeEntry[],
  format: 'sha1' | 'sha256',
): Promise<string[]> {
  const looked = entries.filter((e) => e.kind !== 'submodule' && e.kind !== 'link' && (e.size ?? 0) <= maxFileBytes)
  const changed = await Promise.all(
    looked
      .slice(0, maxFiles)
      .map(async ({ path, object }) => ((await isChanged(join(checkout, path), object, format)) ? path : null)),
  )
  return changed.filter((path) => path !== null)
}

async function isChanged(path: string, object: string, format: 'sha1' | 'sha256'): Promise<boolean> {
  const kind = await lstat(path).catch(() => null)
  if (kind === null) return true
  if (!kind.isFile() || kind.size > 2 * maxFileBytes) return false
  const content = await readFile(path).catch(() => null)
  if (content === null || blobHash(content, format) === object) return false
  const unix = Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
  return blobHash(unix, format) !== object
}

function blobHash(content: Buffer, format: 'sha1' | 'sha256'): string {
  return createHash(format).update(`blob ${content.length}\0`).update(content).digest('hex')
}
