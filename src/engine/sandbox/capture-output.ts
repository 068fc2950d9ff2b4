import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A run's output cannot be kept, as the disk is full or read-only. The run is ended, and its result would be half of the truth. */
export class OutputNotKeptError extends Error {
  override name = 'OutputNotKeptError'
}

export type Captured = { bytes: number; cut: boolean }

/**
 * Writes a stream to a new file until the room for output, which streams may share, is used up; then calls `full`.
 * @throws OutputNotKeptError
 */
export async function captureOutput(
  stream: Readable,
  file: string,
  room: { bytes: number },
  full: () => void,
  heard: (text: string) => void,
): Promise<Captured> {
  const decoder = new TextDecoder()
  const kept = (error: NodeJS.ErrnoException): never => {
    const fix = 'Free space or choose another folder, then resume.'
    throw new OutputNotKeptError(`Cannot write ${file} (${error.code ?? error.message}). ${fix}`)
  }
  await using out = await open(file, 'wx', 0o600).catch(kept)
  let bytes = 0
  for await (const chunk of chunks(stream)) {
    const part = chunk.subarray(0, Math.max(0, room.bytes))
    room.bytes -= part.length
    if (part.length > 0) {
      await out.writeFile(part).catch(kept)
      bytes += part.length
      heard(decoder.decode(part, { stream: true }))
    }
    if (part.length < chunk.length) {
      full()
      return { bytes, cut: true }
    }
  }
  return { bytes, cut: false }
}

/** A stream that is torn down ends like one that was closed. */
async function* chunks(stream: Readable): AsyncGenerator<Buffer> {
  try {
    yield* stream as AsyncIterable<Buffer>
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}
