import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { BundleUnwritableError } from './errors.ts'
import { formatVersion, type Manifest, manifestPath, sha256 } from './manifest.ts'
import { type BundlePlan, type BundleRequest, planBundle } from './plan-bundle.ts'
import type { RedactionKind } from './redaction/span.ts'
import { tool } from './tool.ts'

export type BundleSummary = Omit<BundlePlan, 'files'> & {
  file: string
  /** Of the zip. */
  bytes: number
  manifest: Manifest
}

/**
 * Writes a case as a zip, whole or not at all. `plan` is what a person was shown; without it, it is made.
 * @throws BundleTooLargeError, BundleUnwritableError
 */
export async function exportBundle(
  request: BundleRequest & { out: string; now?: Date; plan?: BundlePlan },
): Promise<BundleSummary> {
  const plan = request.plan ?? (await planBundle(request))
  const manifest = manifestOf(request, plan)
  const bytes = await writeZip(
    request.out,
    [...plan.files, { path: manifestPath, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }],
    new Date(request.state.changedAt ?? manifest.created),
  )
  const { redactions, leftOut, notes } = plan
  return { file: resolve(request.out), bytes, manifest, redactions, leftOut, notes }
}

function manifestOf({ state, now = new Date() }: BundleRequest & { now?: Date }, plan: BundlePlan): Manifest {
  const counts: Partial<Record<RedactionKind, number>> = {}
  for (const { kind } of plan.redactions) counts[kind] = (counts[kind] ?? 0) + 1
  return {
    formatVersion,
    tool: tool(),
    created: now.toISOString(),
    caseId: state.id,
    outcome: state.verdict?.outcome ?? null,
    redactions: counts,
    scriptRedacted: plan.redactions.some((r) => r.item === 'repro.py'),
    leftOut: plan.leftOut,
    notes: plan.notes,
    files: plan.files.map(({ path, kind, bytes }) => ({ path, kind, bytes: bytes.length, sha256: sha256(bytes) })),
  }
}

async function writeZip(out: string, files: { path: string; bytes: Buffer }[], mtime: Date): Promise<number> {
  const zip = new ZipFile()
  // The older form of the time is local; without the newer one the zip does not tell the time zone.
  for (const { path, bytes } of files)
    zip.addBuffer(bytes, path, { mtime: withoutZone(mtime), mode: 0o100644, forceDosTimestamp: true })
  zip.end()
  const temporary = `${out}.${process.pid}.tmp`
  try {
    await pipeline(zip.outputStream as Readable, createWriteStream(temporary, { flags: 'wx', mode: 0o600 }))
    await sync(temporary)
    await rename(temporary, out)
    await sync(dirname(resolve(out)))
    return (await stat(out)).size
  } catch (error) {
    await rm(temporary, { force: true })
    throw new BundleUnwritableError(
      `${out} cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)}). Give another file with -o, in a folder that you can write to and that has room.`,
    )
  }
}

/** The date whose local fields read as the given one's in UTC. */
function withoutZone(date: Date): Date {
  return new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  )
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
