import { crc32, deflateRawSync } from 'node:zlib'

export type RawEntry = {
  name: string
  content: string | Buffer
  /** Mode of Unix with the type of the file. */
  mode?: number
  /** What the entry says its unpacked size is, where that is a lie. */
  claims?: number
  deflate?: boolean
  flags?: number
}

/** A zip with any names and sizes, as a library would not write it. */
export function rawZip(entries: RawEntry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content, mode = 0o100644, claims, deflate = false, flags = 0 } of entries) {
    const plain = Buffer.from(content)
    const data = deflate ? deflateRawSync(plain) : plain
    const path = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(0x0800 | flags, 2)
    fields.writeUInt16LE(deflate ? 8 : 0, 4)
    fields.writeUInt32LE(0x5a21_0000, 6)
    fields.writeUInt32LE(crc32(plain), 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(claims ?? plain.length, 18)
    fields.writeUInt16LE(path.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, path, data])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE((mode << 16) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), fields, rest, path]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end])
}
