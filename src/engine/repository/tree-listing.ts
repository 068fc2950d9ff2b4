import { TextDecoder } from 'node:util'

/** One line of `git ls-tree -r -z --long`. Size is null for a submodule and for an object that git lacks. */
export type TreeEntry = {
  path: string
  kind: 'file' | 'executable' | 'link' | 'submodule'
  object: string
  size: number | null
}

/** Parses git's listing; entries whose names are not UTF-8 or whose mode is unknown are told apart as `unnamed`. */
export function parseTreeListing(listing: Uint8Array): { entries: TreeEntry[]; unnamed: number } {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const entries: TreeEntry[] = []
  let unnamed = 0
  let start = 0
  for (let end = listing.indexOf(0); end !== -1; end = listing.indexOf(0, start)) {
    const entry = parseEntry(listing.subarray(start, end), decoder)
    if (entry === null) unnamed++
    else entries.push(entry)
    start = end + 1
  }
  return { entries, unnamed }
}

function parseEntry(line: Uint8Array, decoder: TextDecoder): TreeEntry | null {
  let text: string
  try {
    text = decoder.decode(line)
  } catch {
    return null
  }
  const match = /^(\d{6}) (blob|commit) ([0-9a-f]{40,64}) +(\d+|-|BAD)\t([\s\S]+)$/.exec(text)
  const kind = kinds[match?.[1] ?? '']
  if (match === null || kind === undefined) return null
  const [, , , object, size, path] = match as unknown as string[]
  return { path: path as string, kind, object: object as string, size: /^\d+$/.test(size ?? '') ? Number(size) : null }
}

const kinds: Record<string, TreeEntry['kind']> = {
  '100644': 'file',
  '100664': 'file',
  '100755': 'executable',
  '120000': 'link',
  '160000': 'submodule',
}
