import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { killProcess } from './bubblewrap-process.ts'

/** Where there is no namespace, a run's processes are known by a variable that each inherits. */
const variable = 'REPGEN_RUN'

export function newMark(): Record<string, string> {
  return { [variable]: randomBytes(12).toString('hex') }
}

/** Processes that carry the mark, whoever their parent is by now. One that has emptied its environment is not found. */
export function marked(mark: Record<string, string>): number[] {
  const word = `${variable}=${mark[variable]}`
  return pids().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(word)
    } catch {
      return false // It ended, or is another user's.
    }
  })
}

/** The same, looked up at most twice a second, as it means reading of all processes. */
export function markedNow(mark: Record<string, string>): () => number[] {
  let known: number[] = []
  let next = 0
  return () => {
    if (performance.now() > next) {
      known = marked(mark)
      next = performance.now() + 500
    }
    return known
  }
}

/** Kills all that carry the mark, until none is left; gives up after a second on what cannot be killed. */
export async function killMarked(mark: Record<string, string>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const left = marked(mark)
    if (left.length === 0) return
    for (const pid of left) killProcess(pid)
    await setTimeout(10)
  }
}

function pids(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return [] // Not on Linux: the process group is what is killed.
  }
}
