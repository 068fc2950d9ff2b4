import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaseState } from '../../shared/case.ts'
import type { BundleItem } from './item.ts'

/** The shape of an output's path in a case. Anything else is not ours, and is not read. */
const outputPath = /^runs\/[\w][\w.-]{0,120}\/(?:stdout|stderr)\.txt$/

/**
 * Outputs of runs that are on the disk and not empty. An event can come from a foreign bundle: its path may only name a plain file
 * inside the case's folder, reached by no link.
 */
export async function logItems({ attempts }: CaseState, caseFolder: string): Promise<BundleItem[]> {
  const items: BundleItem[] = []
  const seen = new Set<string>()
  for (const { run } of attempts.flatMap((a) => a.runs)) {
    for (const { file } of [run.stdout, run.stderr]) {
      if (seen.has(file) || !outputPath.test(file)) continue
      seen.add(file)
      const bytes = await plainFileBytes(caseFolder, file)
      if (bytes !== null && bytes > 0)
        items.push({
          path: file,
          kind: 'log',
          content: { as: 'file', file: join(caseFolder, file), bytes },
          priority: 1,
        })
    }
  }
  return items
}

async function plainFileBytes(folder: string, path: string): Promise<number | null> {
  try {
    const file = join(folder, path)
    const stat = await lstat(file)
    return stat.isFile() && (await realpath(file)) === join(await realpath(folder), path) ? stat.size : null
  } catch {
    return null
  }
}
