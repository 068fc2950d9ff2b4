import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Absolute path of something in resources/, from the sources as well as from dist/. */
export function resource(...parts: string[]): string {
  return join(packageRoot(), 'resources', ...parts)
}

/** The folder of our package.json. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}
