import { lstat, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitFolder } from './locate-git.ts'

const maxRefs = 50_000
const maxPackedBytes = 50_000_000
const name = /^refs\/[^\s~^:?*[\\\p{Cc}]+$/u
const hash = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** Writes HEAD, packed-refs and shallow of a clone into our own git folder, by value: links are not followed, odd names left out. */
export async function copyRefs(git: GitFolder, own: string): Promise<void> {
  const head = (await readSmall(join(git.own, 'HEAD'), 10_000)).trim()
  const detached = hash.test(head)
  const branch = /^ref: (\S+)$/.exec(head)?.[1]
  const valid = branch !== undefined && name.test(branch)
  await writeFile(join(own, 'HEAD'), detached ? `${head}\n` : `ref: ${valid ? branch : 'refs/heads/none'}\n`)

  const refs = packedRefs(await readSmall(join(git.common, 'packed-refs'), maxPackedBytes))
  await addLooseRefs(git.common, 'refs', refs)
  const lines = [...refs].map(([ref, object]) => `${object} ${ref}\n`)
  await writeFile(join(own, 'packed-refs'), lines.join(''))

  const shallow = (await readSmall(join(git.common, 'shallow'), maxPackedBytes))
    .split('\n')
    .filter((line) => hash.test(line))
  if (shallow.length > 0) await writeFile(join(own, 'shallow'), `${shallow.join('\n')}\n`)
}

function packedRefs(text: string): Map<string, string> {
  const refs = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [object = '', ref = ''] = line.split(' ')
    if (hash.test(object) && name.test(ref) && refs.size < maxRefs) refs.set(ref, object)
  }
  return refs
}

/** Loose references win over packed ones. */
async function addLooseRefs(common: string, folder: string, refs: Map<string, string>): Promise<void> {
  const entries = await readdir(join(common, folder), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const ref = `${folder}/${entry.name}`
    if (refs.size >= maxRefs) return
    if (entry.isDirectory()) await addLooseRefs(common, ref, refs)
    else if (entry.isFile() && name.test(ref)) {
      const object = (await readSmall(join(common, ref), 1000)).trim()
      if (hash.test(object)) refs.set(ref, object)
    }
  }
}

async function readSmall(path: string, maxBytes: number): Promise<string> {
  const kind = await lstat(path).catch(() => null)
  if (kind === null || !kind.isFile() || kind.size > maxBytes) return ''
  return readFile(path, 'utf8').catch(() => '')
}
