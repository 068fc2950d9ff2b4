import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { isRunning, processIdentity } from '../../src/engine/store/process-identity.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const children = join(root, '.cache', 'children')

/** Makes JavaScript of a script and what it imports of ours, so that node starts it fast. `entry` is relative to the repository. */
export async function bundleChild(entry: string): Promise<string> {
  removeOthers()
  // A folder for each process that asks, as test files run side by side.
  const folder = join(children, encodeURIComponent(processIdentity() ?? ''), entry.replace(/\W+/g, '-'))
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      ssr: join(root, entry),
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
  return join(folder, 'child.mjs')
}

/** What processes left that are gone. */
function removeOthers(): void {
  if (!existsSync(children)) return
  for (const name of readdirSync(children)) {
    if (!isRunning(decodeURIComponent(name))) rmSync(join(children, name), { recursive: true, force: true })
  }
}
