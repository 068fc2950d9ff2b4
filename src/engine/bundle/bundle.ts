import { type CaseState, foldCase } from '../../shared/case.ts'
import type { StoredEvent } from '../../shared/event.ts'
import type { Manifest } from './manifest.ts'

/** A bundle that was read: every file is there, is the one that the manifest names, and nothing else is. */
export type Bundle = {
  manifest: Manifest
  /** By path, without the manifest. */
  files: Map<string, Buffer>
  events: StoredEvent[]
  /** The case as its maker saw it: a claim until it is run here. */
  state: CaseState
  script: string | null
}

export function bundleOf(manifest: Manifest, files: Map<string, Buffer>, events: StoredEvent[]): Bundle {
  return {
    manifest,
    files,
    events,
    state: foldCase(manifest.caseId, events),
    script: files.get('repro.py')?.toString('utf8') ?? null,
  }
}
