import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Writes a file so that it is there whole or not at all, also after a power cut. */
export function writeFileDurably(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  // removeLeftovers knows this name, for a process that is killed here.
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeSynced(temporary, Buffer.from(content))
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(dirname(file))
}

function writeSynced(file: string, bytes: Buffer): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
