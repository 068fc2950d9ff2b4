import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Makes JavaScript of a script and what it imports of ours, so that node starts it fast. `entry` is relative to the repository. */
export async function bundleChild(entry: string): Promise<string> {
  // A folder for each process that asks, as test files run side by side.
  const folder = join(root, '.cache', 'children', `${entry.replace(/\W+/g, '-')}-${process.pid}`)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
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
