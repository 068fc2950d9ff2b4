import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EndedBy, Exit, Interpreter, Limits } from '../../shared/run.ts'
import { removeFolder } from './remove-folder.ts'
import { runSandboxed } from './run-sandboxed.ts'
import type { Mount } from './spec.ts'

export type ToolSpec = {
  argv: string[]
  readOnly?: Mount[]
  interpreter?: Interpreter
  env?: Record<string, string>
  cwd?: string
  stdin?: string
  /** Host folder mounted writable at /case; a fresh one that is removed afterwards, where left out. */
  folder?: string
  wallSeconds?: number
  outputBytes?: number
  signal?: AbortSignal
  /** The person allowed this case to run without a sandbox. */
  unsandboxed?: boolean
}
export type ToolResult = { exit: Exit; endedBy: EndedBy; stdout: string; stderr: string }

const toolLimits: Limits = {
  wallSeconds: 30,
  cpuSeconds: 60,
  memoryBytes: 2 * 2 ** 30,
  processes: 64,
  fileBytes: 2 * 2 ** 30,
  outputBytes: 32 * 2 ** 20,
}

/** A short run of a tool over foreign bytes, with its output as text. The same sandbox as a script's. */
export async function runTool(spec: ToolSpec): Promise<ToolResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'repgen-tool-'))
  const work = spec.folder ?? mkdtempSync(join(tmpdir(), 'repgen-work-'))
  const outputFiles = { stdout: join(scratch, 'stdout'), stderr: join(scratch, 'stderr') }
  try {
    const result = await runSandboxed({
      argv: spec.argv,
      folder: work,
      ...(spec.cwd === undefined ? {} : { cwd: spec.cwd }),
      env: spec.env ?? {},
      readOnly: spec.readOnly ?? [],
      ...(spec.interpreter === undefined ? {} : { interpreter: spec.interpreter }),
      limits: {
        ...toolLimits,
        wallSeconds: spec.wallSeconds ?? toolLimits.wallSeconds,
        outputBytes: spec.outputBytes ?? toolLimits.outputBytes,
      },
      gpu: false,
      outputFiles,
      ...(spec.signal === undefined ? {} : { signal: spec.signal }),
      unsandboxed: spec.unsandboxed ?? false,
      ...(spec.stdin === undefined ? {} : { stdin: spec.stdin }),
    })
    const text = (file: string) => readFileSync(file, 'utf8')
    return {
      exit: result.exit,
      endedBy: result.endedBy,
      stdout: text(outputFiles.stdout),
      stderr: text(outputFiles.stderr),
    }
  } finally {
    removeFolder(scratch)
    if (spec.folder === undefined) removeFolder(work)
  }
}
