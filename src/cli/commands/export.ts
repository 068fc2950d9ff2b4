import { createInterface } from 'node:readline/promises'
import { pasteText } from '../../engine/bundle/paste.ts'
import { type BundlePlan, type BundleRequest, planBundle } from '../../engine/bundle/plan-bundle.ts'
import { ownIdentity } from '../../engine/bundle/redaction/identity.ts'
import { exportBundle } from '../../engine/bundle/write-bundle.ts'
import { exitCodes, UsageError } from '../exit-codes.ts'
import { safeLine, safeText } from '../safe-text.ts'
import { openStore } from '../with-engine.ts'

export type ExportOptions = { output?: string; paste?: boolean; yes?: boolean; maxSize?: number; home?: string }

/** Of each value so many places are named; the rest is counted. */
const shownPlaces = 5

/** `repgen export ID`. What was replaced is said on standard error before anything is written. */
export async function exportCommand(prefix: string, options: ExportOptions): Promise<number> {
  const { output, paste = false, maxSize } = options
  if (output === undefined && !paste)
    throw new UsageError('Say where to write the bundle with -o FILE, or give --paste for its text.')
  using store = openStore(options.home)
  const id = store.find(prefix)
  const request: BundleRequest = {
    state: store.state(id),
    events: store.events(id),
    caseFolder: store.caseFolder(id),
    identity: ownIdentity(),
    ...(maxSize === undefined ? {} : { maxBytes: maxSize }),
  }
  const say = (text: string) => process.stderr.write(text)
  if (output === undefined) {
    const { text, redactions, notes } = await pasteText(request)
    say(listed(redactions, [], notes))
    process.stdout.write(process.stdout.isTTY ? safeText(text) : text)
    return 0
  }
  const plan = await planBundle(request)
  say(listed(plan.redactions, plan.leftOut, plan.notes))
  const ask =
    !options.yes && plan.redactions.length + plan.notes.length > 0 && process.stdin.isTTY && process.stderr.isTTY
  if (ask && !(await agreed(`Write ${output}? [y/N] `))) {
    say('Nothing was written.\n')
    return exitCodes.interrupted
  }
  const { file, bytes } = await exportBundle({ ...request, out: output, plan })
  process.stdout.write(`${safeLine(file)} (${plan.files.length + 1} files, ${Math.ceil(bytes / 1000)} kB)\n`)
  return 0
}

/** What was replaced, left out or needs a look. */
function listed(redactions: BundlePlan['redactions'], leftOut: BundlePlan['leftOut'], notes: string[]): string {
  const places = new Map<string, Set<string>>()
  for (const { kind, before, after, item, line } of redactions) {
    const what = `${kind} ${JSON.stringify(kind === 'secret' ? `${before.slice(0, 4)}…` : before)} by ${after}`
    places.set(what, (places.get(what) ?? new Set()).add(`${item}:${line}`))
  }
  const replaced = [...places].map(([what, at]) => {
    const more = at.size > shownPlaces ? ` and ${at.size - shownPlaces} more places` : ''
    return `replaced  ${what} in ${[...at].slice(0, shownPlaces).join(', ')}${more}`
  })
  const left = leftOut.map(({ path, bytes, why }) => `left out  ${path} (${bytes} bytes): ${why}`)
  const looks = notes.map((note) => `look at   ${note}`)
  return [...replaced, ...left, ...looks].map((line) => `${safeLine(line)}\n`).join('')
}

async function agreed(question: string): Promise<boolean> {
  const ask = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await ask.question(question)).trim())
  } finally {
    ask.close()
  }
}
