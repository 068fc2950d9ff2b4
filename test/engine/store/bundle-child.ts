import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..', '..')

/** Makes one JavaScript file of a script beside this one and what it imports, so that node starts it fast. Gives its path. */
export async function bundleChild(name: string): Promise<string> {
  const folder = join(root, '.cache', 'children', name)
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: join(here, `${name}.ts`),
      outDir: folder,
      emptyOutDir: true,
      rollupOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
  return join(folder, 'child.mjs')
}
