import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ReportParts } from '../../../src/engine/report/parts.ts'
import { readReport } from '../../../src/engine/report/read-report.ts'
import { splitReport } from '../../../src/engine/report/split-report.ts'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../reports')
const names = readdirSync(folder).filter((name) => /^0[0-4]\d-/.test(name))

const output = z.strictObject({ code: z.string(), text: z.string(), echo: z.boolean() })
const code = z.strictObject({
  contains: z.array(z.string()),
  excludes: z.array(z.string()).default([]),
  partial: z.boolean().optional(),
  outputs: z.array(output).default([]),
})
const traceback = z.strictObject({
  type: z.string(),
  message: z.string(),
  exact: z.boolean().default(false),
  frames: z.array(z.string().nullable()),
  library: z.array(z.boolean()).optional(),
  /** Of the exceptions of the chain, in printed order. */
  types: z.array(z.string()).optional(),
  links: z.array(z.string().nullable()).optional(),
  /** Of the deepest frame. */
  line: z.number().optional(),
})
/** What a report must be read as; what is not said is not asked. */
const expectation = z.strictObject({
  title: z.string().optional(),
  origin: z.string().optional(),
  kinds: z.array(z.string()),
  code: z.array(code).optional(),
  tracebacks: z.array(traceback).optional(),
  versions: z.record(z.string(), z.string()).default({}),
  os: z.string().optional(),
  gpu: z.boolean().optional(),
  devices: z.array(z.string()).optional(),
  notes: z.array(z.string()).default([]),
  textContains: z.array(z.string()).default([]),
  textExcludes: z.array(z.string()).default([]),
})
type Expectation = z.infer<typeof expectation>

describe('a report as people write them', () => {
  it.each(names)('%s', async (name) => {
    const expected = expectation.parse(JSON.parse(readFileSync(join(folder, name, 'expected.json'), 'utf8')))
    const parts = await splitReport(await readReport(join(folder, name)))
    check(parts, expected)
    checkLines(parts)
  })
})

function check(parts: ReportParts, expected: Expectation): void {
  expect(parts.blocks.map((b) => b.kind)).toEqual(expected.kinds)
  if (expected.title !== undefined) expect(parts.title).toBe(expected.title)
  if (expected.origin !== undefined) expect(parts.origin).toBe(expected.origin)
  for (const text of expected.textContains) expect(parts.text).toContain(text)
  for (const text of expected.textExcludes) expect(parts.text).not.toContain(text)
  if (expected.code !== undefined) {
    expect(parts.snippets.map((s) => s.code)).toHaveLength(expected.code.length)
    for (const [i, wanted] of expected.code.entries())
      checkSnippet(parts.snippets[i] as ReportParts['snippets'][number], wanted)
  }
  if (expected.tracebacks !== undefined) {
    const types = parts.tracebacks.map((t) => t.exceptions.at(-1)?.type)
    expect(types).toEqual(expected.tracebacks.map((t) => t.type))
    for (const [i, wanted] of expected.tracebacks.entries())
      checkTraceback(parts.tracebacks[i] as ReportParts['tracebacks'][number], wanted)
  }
  const { versions, os, gpu, devices } = parts.environment
  const found = Object.fromEntries(Object.keys(expected.versions).map((name) => [name, versions[name]?.version]))
  expect(found).toEqual(expected.versions)
  if (expected.os !== undefined) expect(os?.text).toBe(expected.os)
  if (expected.gpu !== undefined) expect(gpu).toBe(expected.gpu)
  if (expected.devices !== undefined) expect(devices.map((d) => d.text)).toEqual(expected.devices)
  for (const note of expected.notes) expect(parts.notes.join('\n')).toContain(note)
}

function checkSnippet(snippet: ReportParts['snippets'][number], wanted: z.infer<typeof code>): void {
  for (const text of wanted.contains) expect(snippet.code).toContain(text)
  for (const text of wanted.excludes) expect(snippet.code).not.toContain(text)
  if (wanted.partial !== undefined) expect(snippet.partial).toBe(wanted.partial)
  for (const { code, text, echo } of wanted.outputs) {
    const cell = snippet.cells.find((c) => c.code.split('\n').at(-1)?.includes(code) && c.output !== null)
    expect(cell?.output ?? `no output of ${code} among ${JSON.stringify(snippet.cells)}`).toContain(text)
    expect(cell?.echo).toBe(echo)
  }
}

function checkTraceback(found: ReportParts['tracebacks'][number], wanted: z.infer<typeof traceback>): void {
  const last = found.exceptions.at(-1)
  if (wanted.exact) expect(last?.message).toBe(wanted.message)
  else expect(last?.message).toContain(wanted.message)
  expect(last?.frames.map((f) => f.function)).toEqual(wanted.frames)
  if (wanted.library !== undefined) expect(last?.frames.map((f) => f.library)).toEqual(wanted.library)
  if (wanted.types !== undefined) expect(found.exceptions.map((e) => e.type)).toEqual(wanted.types)
  if (wanted.links !== undefined) expect(found.exceptions.map((e) => e.link)).toEqual(wanted.links)
  if (wanted.line !== undefined) expect(last?.frames.at(-1)?.line).toBe(wanted.line)
}

/** Every part says where it stands: the lines exist, and hold the part. */
function checkLines(parts: ReportParts): void {
  const lines = parts.text.split('\n')
  for (const { lines: span } of [...parts.blocks, ...parts.snippets, ...parts.tracebacks, ...parts.prose]) {
    expect(span.start).toBeGreaterThanOrEqual(1)
    expect(span.end).toBeGreaterThanOrEqual(span.start)
    expect(span.end).toBeLessThanOrEqual(lines.length)
  }
  for (const block of parts.blocks) {
    const words =
      block.text
        .split('\n')
        .find((l) => /\w{3}/.test(l))
        ?.match(/[A-Za-z_]{3,}/)?.[0] ?? ''
    expect(lines.slice(block.lines.start - 1, block.lines.end).join('\n')).toContain(words)
  }
}
