import type { EndedBy, Exit } from '../../shared/run.ts'
import { folderUse } from './folder-use.ts'
import { mostThreads } from './kernel-limits.ts'
import type { SandboxSpec } from './spec.ts'
import { mostEntries, type Seen, totalFiles } from './watch-run.ts'

/**
 * What ended a run that seems to have ended by itself. The kernel's limits are ours too, and an error at their edge is our doing: it must
 * not be taken for the symptom.
 */
export async function reallyEndedBy(
  exit: Exit,
  { folder, limits }: Pick<SandboxSpec, 'folder' | 'limits'>,
  seen: Seen,
): Promise<EndedBy> {
  if (exit.code === 0) return 'itself'
  if (exit.signal === 'SIGXCPU') return 'cpu'
  if (exit.signal === 'SIGXFSZ') return 'output'
  if (exit.signal === 'SIGKILL') {
    if (seen.cpuSeconds >= limits.cpuSeconds) return 'cpu'
    if (seen.outOfMemoryKills > 0) return 'memory'
  }
  if (seen.peakThreads >= mostThreads(limits) * 0.9) return 'processes'
  const { largestFile } = await folderUse(folder, { bytes: limits.fileBytes * totalFiles, entries: mostEntries })
  return largestFile >= limits.fileBytes ? 'output' : 'itself'
}
