import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes a run's work folder with all that the script left, folders included that it closed to everybody. Links are not followed. */
export function removeRunFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    try {
      openUp(folder)
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // It lies in the system's folder for temporary files, which the system clears; a case does not fail for that.
    }
  }
}

function openUp(root: string): void {
  for (const folders = [root]; folders.length > 0; ) {
    const folder = folders.pop() as string
    if (!lstatSync(folder).isDirectory()) continue
    chmodSync(folder, 0o700)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(folder, entry.name))
    }
  }
}
