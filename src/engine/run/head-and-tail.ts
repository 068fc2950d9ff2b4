import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Bytes of the beginning and of the end of an output that go into the event; the file keeps all of it. */
const keptBytes = 200_000

/** The beginning and the end of a file, cut at ends of lines where there are some, and a line between them that says how much is left out. */
export function headAndTail(file: string, kept = keptBytes): { text: string; cut: boolean } {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const read = (from: number, length: number) => {
      const buffer = Buffer.alloc(length)
      return buffer.subarray(0, readSync(handle, buffer, 0, length, from))
    }
    if (size <= 2 * kept) return { text: read(0, size).toString('utf8'), cut: false }
    const head = read(0, kept)
    const tail = read(size - kept, kept)
    const headEnd = head.lastIndexOf(0x0a) + 1 || head.length
    const tailStart = tail.indexOf(0x0a) + 1
    const left = size - headEnd - (tail.length - tailStart)
    const text = (part: Buffer) => part.toString('utf8')
    const gap = headEnd === head.length && head.at(-1) !== 0x0a ? '\n' : ''
    const note = `${gap}[… ${left} bytes left out …]\n`
    return { text: text(head.subarray(0, headEnd)) + note + text(tail.subarray(tailStart)), cut: true }
  } finally {
    closeSync(handle)
  }
}
