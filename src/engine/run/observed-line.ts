import { z } from 'zod'

const text = (most: number) => z.string().transform((value) => value.slice(0, most))
const whole = z.number().int()
const finite = z.number()
const name = text(200)

const frameSchema = z.object({
  file: text(4000),
  line: whole.nullable(),
  function: text(400).nullable(),
  code: text(1000).nullable(),
})
const chainSchema = z
  .array(
    z.object({
      type: text(400),
      message: text(20_000),
      frames: z.array(frameSchema).max(200),
      link: z.enum(['cause', 'context']).nullable(),
    }),
  )
  .min(1)
  .max(50)
export type ObservedChain = z.infer<typeof chainSchema>

/** A line that the harness (resources/harness/events.py) writes. The script can write there too: everything is checked and of bounded size. */
export const observedLineSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('exception'), pid: whole, chain: chainSchema }),
  z.object({ kind: z.literal('thread-exception'), pid: whole, chain: chainSchema }),
  z.object({ kind: z.literal('script-line'), line: whole.nullable() }),
  z.object({ kind: z.literal('warning'), category: name, message: text(4000), file: text(4000), line: whole }),
  z.object({ kind: z.literal('losses'), values: z.array(finite.nullable()).max(10_000) }),
  z.object({ kind: z.literal('steps'), values: z.array(finite).max(10_000) }),
  z.object({ kind: z.literal('metric'), name, value: finite.nullable() }),
  z.object({ kind: z.literal('memory'), seconds: finite, bytes: finite }),
  z.object({ kind: z.literal('seed'), name, value: z.union([name, finite]) }),
  z.object({ kind: z.literal('version'), name, version: name }),
  z.object({
    kind: z.literal('non-finite'),
    where: z.enum(['loss', 'gradient', 'parameter', 'output']),
    name: text(1000),
    step: whole,
  }),
  z.object({ kind: z.literal('optimizer'), steps: whole, parameters: whole, unchanged: z.array(text(1000)).max(1000) }),
  z.object({ kind: z.literal('repository-modules'), names: z.array(name).max(1000) }),
])
export type ObservedLine = z.infer<typeof observedLineSchema>

const mostLines = 50_000

/** Lines that do not fit are left out. */
export function observedLines(written: string): ObservedLine[] {
  return written.split('\n', mostLines).flatMap((line) => {
    if (line === '') return []
    try {
      const parsed = observedLineSchema.safeParse(JSON.parse(line))
      return parsed.success ? [parsed.data] : []
    } catch {
      return []
    }
  })
}
