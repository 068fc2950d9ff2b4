import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readBlobs } from '../../../src/engine/repository/blob-stream.ts'
import { parseTreeListing } from '../../../src/engine/repository/tree-listing.ts'
import { temporaryFolder } from './make-clone.ts'

async function read(content: Buffer): Promise<string[]> {
  const file = join(temporaryFolder(), 'blobs')
  writeFileSync(file, content)
  const seen: string[] = []
  for await (const { object, content } of readBlobs(file)) seen.push(`${object[0]} ${content?.length ?? 'missing'}`)
  return seen
}

const entry = (name: string, content: Buffer) =>
  Buffer.concat([Buffer.from(`${name.repeat(40)} blob ${content.length}\n`), content, Buffer.from('\n')])

describe('readBlobs', () => {
  it('reads empty, binary and large objects, and those that are missing', async () => {
    // Sizes around the chunk of 1 MiB, so that headers, contents and ends are cut everywhere.
    const sizes = [0, 1, 2 ** 20 - 60, 5, 2 ** 20, 3 * 2 ** 20 + 7, 0]
    const parts = sizes.map((size, i) => entry(String(i), Buffer.alloc(size, '\n')))
    const all = Buffer.concat([...parts, Buffer.from(`${'a'.repeat(40)} missing\n`)])
    expect(await read(all)).toEqual([...sizes.map((size, i) => `${i} ${size}`), 'a missing'])
  })

  it('gives what is whole of a file that was cut', async () => {
    expect(await read(entry('b', Buffer.from('whole')).subarray(0, -1))).toEqual([])
    expect(
      await read(Buffer.concat([entry('b', Buffer.from('x')), entry('c', Buffer.from('yy')).subarray(0, 49)])),
    ).toEqual(['b 1'])
    expect(await read(Buffer.alloc(0))).toEqual([])
  })
})

describe('parseTreeListing', () => {
  it('tells files, links and submodules apart, and counts what it cannot name', () => {
    const object = 'a'.repeat(40)
    const text = [
      `100644 blob ${object}       7\ta b.py`,
      `100755 blob ${object}      12\trun`,
      `120000 blob ${object}       3\tlink\twith\ttabs`,
      `160000 commit ${object}       -\tsub`,
      `100644 blob ${object}     BAD\tgone`,
      `040000 tree ${object}       -\tfolder`,
    ].join('\0')
    const listing = Buffer.concat([Buffer.from(`${text}\x00100644 blob ${object} 1\t`), Buffer.from([0xff, 0])])
    const { entries, unnamed } = parseTreeListing(listing)
    expect(entries.map(({ path, kind, size }) => [path, kind, size])).toEqual([
      ['a b.py', 'file', 7],
      ['run', 'executable', 12],
      ['link\twith\ttabs', 'link', 3],
      ['sub', 'submodule', null],
      ['gone', 'file', null],
    ])
    expect(unnamed).toBe(2)
  })
})
