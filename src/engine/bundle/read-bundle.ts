import { z } from 'zod'
import { type StoredEvent, storedEventSchema } from '../../shared/event.ts'
import { modernise } from '../store/modernise.ts'
import { type Bundle, bundleOf } from './bundle.ts'
import { BundleDamagedError, BundleNewerError, NotABundleError } from './errors.ts'
import { formatVersion, type Manifest, manifestPath, manifestSchema, sha256 } from './manifest.ts'
import { readZip } from './zip-entries.ts'

/**
 * Reads a bundle from anybody and checks it whole: paths, sizes, hashes, format, events. The hashes show damage, not who made it.
 * @throws BundleDamagedError, BundleNewerError, NotABundleError
 */
export async function readBundle(file: string): Promise<Bundle> {
  const entries = await readZip(file)
  const written = entries.get(manifestPath)
  if (written === undefined)
    throw new NotABundleError(`${file} is a zip file, but not a bundle: it has no ${manifestPath}.`)
  const manifest = parseManifest(written)
  entries.delete(manifestPath)
  const damage = damageOf(manifest, entries)
  if (damage !== null) throw damage
  return bundleOf(manifest, entries, parseEvents(entries.get('events.jsonl')))
}

function parseManifest(bytes: Buffer): Manifest {
  const value = parseJson(manifestPath, bytes.toString('utf8'))
  const version = z.looseObject({ formatVersion: z.number() }).safeParse(value)
  if (version.success && version.data.formatVersion > formatVersion) {
    throw new BundleNewerError(
      `A newer RepGen wrote this bundle (format ${version.data.formatVersion}; this one knows ${formatVersion}). Update RepGen to read it.`,
    )
  }
  const parsed = manifestSchema.safeParse(value)
  if (!parsed.success)
    throw new BundleDamagedError(manifestPath, `is not a manifest: ${parsed.error.issues[0]?.message ?? 'wrong shape'}`)
  return parsed.data
}

/** The first file that is missing, too many, or not the one that the manifest names; null where all is as it says. */
export function damageOf({ files }: Manifest, entries: Map<string, Buffer>): BundleDamagedError | null {
  const listed = new Set<string>()
  for (const { path, bytes, sha256: wanted } of files) {
    const content = entries.get(path)
    if (listed.has(path)) return new BundleDamagedError(path, 'is in the manifest twice')
    listed.add(path)
    if (content === undefined) return new BundleDamagedError(path, 'is missing')
    if (content.length !== bytes || sha256(content) !== wanted)
      return new BundleDamagedError(path, 'is not the file that the manifest names (its SHA-256 differs)')
  }
  const extra = [...entries.keys()].find((path) => !listed.has(path))
  return extra === undefined ? null : new BundleDamagedError(extra, 'is not in the manifest')
}

function parseEvents(bytes: Buffer | undefined): StoredEvent[] {
  if (bytes === undefined) throw new BundleDamagedError('events.jsonl', 'is missing')
  const lines = bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line, i) => {
    const value = parseJson('events.jsonl', line)
    const outer = storedEventSchema.extend({ event: z.unknown() }).safeParse(value)
    if (!outer.success || outer.data.sequence !== i + 1)
      throw new BundleDamagedError('events.jsonl', `has no event in line ${i + 1}`)
    try {
      return { ...outer.data, event: modernise(outer.data.event, outer.data.version) }
    } catch (error) {
      if (error instanceof z.ZodError)
        throw new BundleDamagedError('events.jsonl', `has an event of the wrong shape in line ${i + 1}`)
      throw error
    }
  })
}

function parseJson(entry: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BundleDamagedError(entry, 'is not JSON')
  }
}
