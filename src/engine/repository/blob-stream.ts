import { createReadStream } from 'node:fs'

/** An object of `git cat-file --batch`; content is null where git does not have it. */
export type Blob = { object: string; content: Buffer | null }

/**
 * Reads the output of `git cat-file --batch` from a file, one object at a time: memory holds one chunk and one object. Stops at the
 * end of what is there, so a cut file gives fewer objects than were asked for.
 */
export async function* readBlobs(file: string): AsyncGenerator<Blob> {
  let rest: Buffer = Buffer.alloc(0)
  let pending: { object: string; size: number; chunks: Buffer[]; have: number } | null = null
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let at = 0
    const data: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    rest = Buffer.alloc(0)
    while (at < data.length) {
      if (pending !== null) {
        // One byte more than the size: the newline behind the content.
        const take = Math.min(pending.size + 1 - pending.have, data.length - at)
        pending.chunks.push(data.subarray(at, at + take))
        pending.have += take
        at += take
        if (pending.have <= pending.size) break
        const content = pending.chunks.length === 1 ? (pending.chunks[0] as Buffer) : Buffer.concat(pending.chunks)
        yield { object: pending.object, content: content.subarray(0, pending.size) }
        pending = null
        continue
      }
      const newline = data.indexOf(10, at)
      if (newline === -1) {
        rest = data.subarray(at)
        break
      }
      const [object = '', kind, size] = data.toString('latin1', at, newline).split(' ')
      at = newline + 1
      if (kind === 'missing' || size === undefined) yield { object, content: null }
      else pending = { object, size: Number(size), chunks: [], have: 0 }
    }
  }
}
