import { z } from 'zod'
import { symptomSchema } from './symptom.ts'

/** Lines of the report's text, 1-based, both ends included. */
export const lineSpanSchema = z.object({ start: z.number().int().min(1), end: z.number().int().min(1) })
export type LineSpan = z.infer<typeof lineSpanSchema>

/** Something read from the report, with the lines that it was read from. */
const statement = z.object({ text: z.string(), lines: lineSpanSchema })
export type Statement = z.infer<typeof statement>

/** One stack frame as a traceback prints it. `file` is as printed: a foreign machine's path, never opened. */
export const frameSchema = z.object({
  file: z.string(),
  line: z.number().int().nullable(),
  function: z.string().nullable(),
  code: z.string().nullable(),
  /** In site-packages, dist-packages, conda's lib or the standard library. */
  library: z.boolean(),
})
export type Frame = z.infer<typeof frameSchema>

export const chainedExceptionSchema = z.object({
  type: z.string(),
  message: z.string(),
  frames: z.array(frameSchema),
  /** How it hangs on the one before it in the chain: `raise … from` or "during handling". */
  link: z.enum(['cause', 'context']).nullable(),
})
export type ChainedException = z.infer<typeof chainedExceptionSchema>

/** Chained exceptions in printed order: the last one ended the program. */
export const tracebackSchema = z.object({
  exceptions: z.array(chainedExceptionSchema).min(1),
  lines: lineSpanSchema,
})
export type Traceback = z.infer<typeof tracebackSchema>

export const blockKinds = [
  'reproducer',
  'library-code',
  'output',
  'traceback',
  'command',
  'configuration',
  'environment',
  'other',
] as const

/** A piece of the report that is not prose. `text` has fences, prompts of the quoting and ANSI colours removed. */
export const blockSchema = z.object({
  kind: z.enum(blockKinds),
  text: z.string(),
  lines: lineSpanSchema,
  language: z.string().nullable(),
  /** Why it was taken for this kind, in one clause. */
  reason: z.string(),
})
export type Block = z.infer<typeof blockSchema>

/**
 * One input of an interactive session (`>>>`, `In [3]:`) and what it printed, or a cell of plain code and the output
 * that was pasted behind it.
 */
export const cellSchema = z.object({
  code: z.string(),
  /** What the session answered; null where the report does not show it. */
  output: z.string().nullable(),
  /** True where `output` is the echo of the value of the last expression rather than printed text. */
  echo: z.boolean(),
  lines: lineSpanSchema,
})
export type Cell = z.infer<typeof cellSchema>

/** Reporter's code, in the order of the report, with what it printed. A block of kind `reproducer` becomes one snippet. */
export const snippetSchema = z.object({
  /** Pure code: prompts, magics, shell lines and pasted output are taken out (they stay in `removed` and `cells`). */
  code: z.string(),
  cells: z.array(cellSchema),
  removed: z.array(z.object({ text: z.string(), lines: lineSpanSchema, reason: z.string() })),
  /** True for a part of a program (a method body, an elided class), which needs more than imports to run. */
  partial: z.boolean(),
  lines: lineSpanSchema,
})
export type Snippet = z.infer<typeof snippetSchema>

export const environmentSchema = z.object({
  /** By canonical distribution name (`torch`, `tensorflow`, `numpy`), `python` included. */
  versions: z.record(z.string(), z.object({ version: z.string(), lines: lineSpanSchema })),
  os: statement.nullable(),
  devices: z.array(statement),
  /** The report says that it takes a GPU (names a card, `cuda` in code does not count). */
  gpu: z.boolean(),
})
export type ReportEnvironment = z.infer<typeof environmentSchema>

/** Names in the report that the code under test should know. */
export const mentionsSchema = z.object({
  /** Identifiers and dotted names in back-ticks, code or tracebacks: `nn.Linear`, `SignQuantizer.forward`. */
  symbols: z.array(statement),
  /** Files of the project: `scripts/alternate.py`. */
  files: z.array(statement),
  /** Command-line flags: `--no_external_guess`. */
  flags: z.array(statement),
  /** Commands to run: `python scripts/alternate.py --data toy`. */
  commands: z.array(statement),
  /** Revisions of the project: commit, tag, version, date. */
  revisions: z.array(
    z.object({ kind: z.enum(['commit', 'tag', 'version', 'date']), value: z.string(), lines: lineSpanSchema }),
  ),
  /** URLs and data sets that the code downloads or reads. */
  data: z.array(statement),
})
export type Mentions = z.infer<typeof mentionsSchema>

/** The restructured report: every field says which lines it came from. */
export const reportSchema = z.object({
  title: z.string(),
  /** The whole text that lines count in: title, body and comments, normalised to LF, no BOM, no ANSI. */
  text: z.string(),
  origin: z.enum(['markdown', 'github', 'gitlab']),
  problem: z.array(statement),
  observed: z.array(statement),
  expected: z.array(statement),
  steps: z.array(statement),
  environment: environmentSchema,
  data: z.array(statement),
  blocks: z.array(blockSchema),
  snippets: z.array(snippetSchema),
  tracebacks: z.array(tracebackSchema),
  mentions: mentionsSchema,
  /** The reported symptom; null where the report shows none that can be checked. */
  symptom: symptomSchema.nullable(),
  /** Others that the text would allow, best first. */
  otherSymptoms: z.array(symptomSchema),
  /** What the reader should know: cut logs, broken encodings, screenshots only. */
  notes: z.array(z.string()),
})
export type Report = z.infer<typeof reportSchema>
