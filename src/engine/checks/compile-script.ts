import { z } from 'zod'
import type { Interpreter } from '../../shared/run.ts'
import { resource } from '../resources.ts'
import { runTool } from '../sandbox/run-tool.ts'

const place = { line: z.number().int(), column: z.number().int() }
const answerSchema = z.object({
  version: z.string(),
  syntax: z
    .object({
      type: z.string(),
      message: z.string(),
      line: z.number().int().nullable(),
      column: z.number().int().nullable(),
    })
    .nullable(),
  /** In the order of their first use. `certain`: the script fails with NameError when it gets there, and it gets there. */
  undefined: z.array(z.object({ name: z.string(), ...place, certain: z.boolean(), why: z.string() })),
  /** Modules that neither the standard library nor the interpreter's packages hold. `certain`: imported unconditionally. */
  imports: z.array(z.object({ module: z.string(), ...place, certain: z.boolean() })),
  warnings: z.array(z.object({ category: z.string(), message: z.string(), line: z.number().int().nullable() })),
})

/** What the target interpreter says of a script without running it; resources/checks/names.py. */
export type Compiled = z.infer<typeof answerSchema>

export type ToolOptions = { signal?: AbortSignal; unsandboxed?: boolean }

/**
 * Compiles `script.py` of `folder` in the target interpreter, in the sandbox, isolated and without site, and lists undefined names and
 * missing modules. A string is why there is no answer (an interpreter too old, or ended by a limit). About 40 ms.
 */
export async function compileScript(
  folder: string,
  interpreter: Interpreter,
  options: ToolOptions = {},
): Promise<Compiled | string> {
  const { stdout, stderr, endedBy } = await runTool({
    argv: [interpreter.path, '-I', '-S', '/checks/names.py', '/case/script.py', ...interpreter.prefixes],
    folder,
    readOnly: [{ host: resource('checks'), inside: '/checks' }],
    interpreter,
    wallSeconds: 20,
    ...options,
  })
  options.signal?.throwIfAborted()
  try {
    return answerSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
  } catch {
    const last = stderr.trim().split('\n').at(-1) ?? ''
    return endedBy === 'itself' ? last.slice(0, 300) || 'no answer' : `ended by our limit: ${endedBy}`
  }
}
