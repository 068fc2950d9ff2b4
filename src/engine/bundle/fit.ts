import { z } from 'zod'
import { type BundleFile, type BundleItem, itemText } from './item.ts'

export type LeftOut = { path: string; bytes: number; why: string }

/** Characters of a run's output that stay in its event when the bundle is too large. */
const keptOutput = 4000

/** The logs that fit beside the rest: the largest goes first. */
export function chooseLogs(items: BundleItem[], maxBytes: number): { kept: BundleItem[]; leftOut: LeftOut[] } {
  const size = ({ content }: BundleItem) =>
    content.as === 'file' ? content.bytes : Buffer.byteLength(itemText(content))
  const logs = items
    .filter((i) => i.content.as === 'file')
    .sort((a, b) => size(b) - size(a) || (a.path < b.path ? -1 : 1))
  let total = items.reduce((sum, item) => sum + size(item), 0)
  const leftOut: LeftOut[] = []
  while (total > maxBytes && logs.length > 0) {
    const log = logs.shift() as BundleItem
    total -= size(log)
    leftOut.push({
      path: log.path,
      bytes: size(log),
      why: 'over the size cap; the head and the tail are in events.jsonl',
    })
  }
  return { kept: logs, leftOut }
}

const withRun = z.looseObject({
  event: z.looseObject({
    type: z.literal('run-ended'),
    run: z.looseObject({
      stdout: z.looseObject({ text: z.string(), cut: z.boolean() }),
      stderr: z.looseObject({ text: z.string(), cut: z.boolean() }),
    }),
  }),
})

/** Drops logs that redaction made too large after all, then shortens the outputs inside the events. */
export function shortenOutputs(files: BundleFile[], maxBytes: number): { files: BundleFile[]; leftOut: LeftOut[] } {
  const total = () => kept.reduce((sum, f) => sum + f.bytes.length, 0)
  const leftOut: LeftOut[] = []
  let kept = files
  for (const log of files.filter((f) => f.kind === 'log').sort((a, b) => b.bytes.length - a.bytes.length)) {
    if (total() <= maxBytes) return { files: kept, leftOut }
    kept = kept.filter((f) => f !== log)
    leftOut.push({
      path: log.path,
      bytes: log.bytes.length,
      why: 'over the size cap; the head and the tail are in events.jsonl',
    })
  }
  if (total() <= maxBytes) return { files: kept, leftOut }
  kept = kept.map((file) => {
    if (file.kind !== 'events') return file
    const bytes = Buffer.from(file.bytes.toString('utf8').trimEnd().split('\n').map(shortened).join('\n').concat('\n'))
    if (bytes.length < file.bytes.length)
      leftOut.push({
        path: file.path,
        bytes: file.bytes.length - bytes.length,
        why: `over the size cap; outputs of runs were cut to ${keptOutput} characters`,
      })
    return { ...file, bytes }
  })
  return { files: kept, leftOut }
}

function shortened(line: string): string {
  const parsed = withRun.safeParse(JSON.parse(line))
  if (!parsed.success) return line
  const { run } = parsed.data.event
  for (const output of [run.stdout, run.stderr]) {
    if (output.text.length <= keptOutput) continue
    output.text = `${output.text.slice(0, keptOutput / 2)}\n[… left out …]\n${output.text.slice(-keptOutput / 2)}`
    output.cut = true
  }
  return JSON.stringify(parsed.data)
}
