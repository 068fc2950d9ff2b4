import { fenced } from './markdown-text.ts'
import { type BundlePlan, type BundleRequest, planBundle } from './plan-bundle.ts'

/** Characters that GitHub takes in an issue or a comment. */
const trackerLimit = 65_536

export type Paste = { text: string } & Pick<BundlePlan, 'redactions' | 'notes'>

/** The issue and the script as one text to paste, where nothing can be attached. Redacted as the bundle is. */
export async function pasteText(request: BundleRequest): Promise<Paste> {
  const wanted = new Set(['ISSUE.md', 'repro.py'])
  const { files, redactions, notes } = await planBundle({ ...request, include: ({ path }) => wanted.has(path) })
  const read = (path: string) => files.find((f) => f.path === path)?.bytes.toString('utf8')
  const script = read('repro.py')
  const text = `${read('ISSUE.md') ?? ''}${script === undefined ? '' : `\n## Script\n\n${fenced(script, 'python')}\n`}`
  const long =
    text.length > trackerLimit
      ? [`The text has ${text.length} characters, and GitHub takes ${trackerLimit}: attach the bundle instead.`]
      : []
  return { text, redactions, notes: [...notes, ...long] }
}
