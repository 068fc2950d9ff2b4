import { openBundle } from '../../engine/bundle/open-bundle.ts'
import { readBundle } from '../../engine/bundle/read-bundle.ts'
import { UsageError } from '../exit-codes.ts'
import { safeLine } from '../safe-text.ts'
import { type SettingsOptions, settingsHere } from '../settings-here.ts'
import { openStore } from '../with-engine.ts'

/** `repgen open BUNDLE`: makes it a case of ours. */
export async function openCommand(file: string, options: SettingsOptions & { home?: string }): Promise<number> {
  const bundle = await readBundle(file)
  // Without one the engine would read the report from the path that the bundle names.
  if (bundle.state.report === null)
    throw new UsageError('The bundle holds no report, so there is nothing to go on with.')
  using store = openStore(options.home)
  const { id } = await openBundle(bundle, {
    settings: settingsHere(options),
    importEvents: (events) => store.import(events),
    caseFolder: (caseId) => store.caseFolder(caseId),
  })
  process.stdout.write(
    `case ${id}: ${safeLine(bundle.state.report?.title ?? 'a bundle')}\nGo on with: repgen resume ${id}\n`,
  )
  return 0
}
