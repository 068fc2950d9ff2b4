import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CaseEvent, Settings } from '../../shared/event.ts'
import type { Bundle } from './bundle.ts'

/** The folder of the new case that holds the bundle's files, as its maker sent them. */
export const bundleFolder = 'from-bundle'

export type OpenTarget = {
  /** What the new case works with: settings of this machine. Those of the bundle name paths of another one and are not trusted. */
  settings: Settings
  /** Takes the events over as a new case and gives its id. */
  importEvents(events: CaseEvent[]): string | Promise<string>
  caseFolder(id: string): string
}

/**
 * Makes a colleague's bundle a case to go on with. Report, plan and attempts are taken over; what was run and judged elsewhere is kept to
 * read (in from-bundle/) and told in a note, but no event of this case: its verdict comes from runs here.
 */
export async function openBundle(bundle: Bundle, target: OpenTarget): Promise<{ id: string; folder: string }> {
  const id = await target.importEvents(eventsToGoOnWith(bundle, target.settings))
  const folder = join(target.caseFolder(id), bundleFolder)
  for (const [path, content] of bundle.files) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    await writeFile(join(folder, path), content, { flag: 'wx', mode: 0o600 })
  }
  return { id, folder }
}

/** The attempt that the bundle's verdict names comes last, as a case is resumed with its last attempt that is not judged. */
function eventsToGoOnWith({ manifest, events, state }: Bundle, settings: Settings): CaseEvent[] {
  const all = events.map((e) => e.event)
  const ofType = <T extends CaseEvent['type']>(type: T) =>
    all.filter((e): e is Extract<CaseEvent, { type: T }> => e.type === type)
  const attempts = ofType('attempt-written')
  const named = attempts.filter((e) => e.attempt.id === state.verdict?.attemptId)
  const claim =
    state.verdict === null
      ? 'It has no verdict.'
      : `It says: ${state.verdict.outcome}. ${state.verdict.reason} That was seen elsewhere; resume the case to see it here.`
  return [
    { type: 'case-opened', source: `a bundle of case ${manifest.caseId}`, settings },
    {
      type: 'note',
      text: `Opened from a bundle of case ${manifest.caseId}, made ${manifest.created} with ${manifest.tool.name} ${manifest.tool.version}. ${claim}`,
    },
    ...ofType('note'),
    ...ofType('report-restructured'),
    ...ofType('plan-made'),
    ...attempts.filter((e) => !named.includes(e)),
    ...named,
  ]
}
