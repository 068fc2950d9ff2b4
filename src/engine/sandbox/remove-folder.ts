import { chmodSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Removes a folder that a run could write to: it may have closed folders in it to everybody. Never follows a link. */
export function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    openUp(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

function openUp(folder: string): void {
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!lstatSync(next).isDirectory()) continue
    chmodSync(next, 0o700)
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      if (entry.isDirectory()) waiting.push(join(next, entry.name))
    }
  }
}
