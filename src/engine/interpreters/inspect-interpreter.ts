import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Interpreter } from '../../shared/run.ts'
import { resource } from '../resources.ts'
import { mayBeMounted } from '../sandbox/host-layout.ts'
import { runTool } from '../sandbox/run-tool.ts'
import { canonicalName } from './distributions.ts'
import { interpreterHome } from './interpreter-home.ts'

const answer = z.object({
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  packages: z.record(z.string().max(200), z.string().max(100)),
  prefixes: z.array(z.string()),
})

/**
 * Asks an interpreter what it is and has, in the sandbox and without importing its packages. Null where it does not answer
 * as a Python does.
 */
export async function inspectInterpreter(
  path: string,
  source: Interpreter['source'],
  foreign: boolean,
): Promise<Interpreter | null> {
  const prefixes = interpreterHome(path)
  const draft: Interpreter = { path, version: '', packages: {}, prefixes, source, foreign }
  const script = readFileSync(resource('interpreter', 'inspect.py'), 'utf8')
  const { stdout, exit } = await runTool({
    argv: [path, '-I', '-'],
    stdin: script,
    interpreter: draft,
    wallSeconds: 20,
    unsandboxed: !foreign,
  })
  if (exit.code !== 0) return null
  const parsed = answer.safeParse(tryJson(stdout))
  if (!parsed.success) return null
  const packages = Object.fromEntries(
    Object.entries(parsed.data.packages).map(([name, version]) => [canonicalName(name), version]),
  )
  // A foreign interpreter would name the folders that it wants to read.
  const named = foreign ? [] : parsed.data.prefixes.filter((folder) => mayBeMounted(folder))
  return {
    ...draft,
    version: parsed.data.version,
    packages,
    prefixes: outermost([...new Set([...prefixes, ...named])]),
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Folders that no other of the list holds. */
function outermost(folders: string[]): string[] {
  return folders.filter((folder) => !folders.some((other) => other !== folder && folder.startsWith(`${other}/`)))
}
