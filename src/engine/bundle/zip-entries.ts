import type { Entry, ZipFile } from 'yauzl'
import yauzl from 'yauzl'
import { unsafePath } from '../repository/safe-path.ts'
import { BundleDamagedError, NotABundleError } from './errors.ts'

/** Bytes. A bundle holds text; what is past these was not written by us. */
export const zipLimits = { entries: 20_000, entry: 256_000_000, total: 512_000_000, freely: 64_000_000, ratio: 200 }

/** Reads all entries of a zip that may be hostile. Nothing is written. @throws BundleDamagedError, NotABundleError */
export async function readZip(file: string): Promise<Map<string, Buffer>> {
  const zip = await openZip(file)
  try {
    const entries = await listEntries(zip)
    const contents = new Map<string, Buffer>()
    for (const entry of entries) contents.set(entry.fileName, await readEntry(zip, entry))
    return contents
  } finally {
    zip.close()
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await yauzl.openPromise(file, {
      lazyEntries: true,
      autoClose: false,
      strictFileNames: true,
      // Checked in `refusal` and `readEntry`, whose errors name the file.
      validateEntrySizes: false,
    })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') throw new NotABundleError(`There is no file ${file}.`)
    if (code === 'EISDIR') throw new NotABundleError(`${file} is a folder. Give the .repgen.zip file.`)
    if (code !== undefined) throw new NotABundleError(`${file} cannot be read (${code}).`)
    throw new NotABundleError(`${file} is not a bundle: it is no zip file, or was cut off. Give a .repgen.zip file.`)
  }
}

/** Judged on the list alone, before a byte is unpacked. */
async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = []
  const names = new Set<string>()
  let total = 0
  let packed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const why = refusal(entry, names)
      if (why !== null) throw new BundleDamagedError(entry.fileName, why)
      total += entry.uncompressedSize
      packed += entry.compressedSize
      if (total > zipLimits.total || entries.length >= zipLimits.entries)
        throw new BundleDamagedError(entry.fileName, 'makes the bundle larger than any')
      if (total > zipLimits.freely && total > packed * zipLimits.ratio)
        throw new BundleDamagedError(entry.fileName, 'unpacks to far more than it should')
      names.add(folded(entry.fileName))
      entries.push(entry)
    }
  } catch (error) {
    if (error instanceof BundleDamagedError) throw error
    // yauzl refuses absolute paths, `..` and backslashes itself, and names them in its message.
    throw new BundleDamagedError(
      /(?:: )(.*)$/.exec((error as Error).message)?.[1] ?? 'the list of files',
      `cannot be read: ${(error as Error).message}`,
    )
  }
  return entries
}

function refusal(entry: Entry, names: Set<string>): string | null {
  const { fileName } = entry
  const unsafe = unsafePath(fileName)
  if (unsafe !== null) return `has a path that is not allowed: ${unsafe}`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a name
  if (/[\u0000-\u001f\u007f<>:"|?*\\]/.test(fileName.replace(/<(?:user|host|secret|email|address|folder)[-\d]*>/g, '')))
    return 'has a character in its name that is not allowed'
  const type = (entry.externalFileAttributes >>> 16) & 0o170000
  if (type !== 0 && type !== 0o100000) return 'is a link or another special file'
  if (names.has(folded(fileName))) return 'is there twice'
  if (!entry.canDecodeFileData()) return 'is encrypted or packed in a way that bundles are not'
  if (entry.uncompressedSize > zipLimits.entry) return 'is larger than any file of a bundle'
  return null
}

/** Names that some file system takes for the same. */
const folded = (name: string) => name.normalize('NFC').toLowerCase()

async function readEntry(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      bytes += (chunk as Buffer).length
      if (bytes > entry.uncompressedSize) throw new Error('it is longer than it says')
      chunks.push(chunk as Buffer)
    }
    if (bytes < entry.uncompressedSize) throw new Error('it is shorter than it says')
  } catch (error) {
    throw new BundleDamagedError(entry.fileName, `cannot be unpacked: ${(error as Error).message}`)
  }
  return Buffer.concat(chunks)
}
