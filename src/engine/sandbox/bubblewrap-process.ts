import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { processTree, startOf } from './process-tree.ts'

/** Descriptors between us and a bubblewrapped run, besides the three streams. */
export const channels = {
  /** bwrap says here which process is the first of the namespace. */
  status: 3,
  /** The shell inside says here how the program ended. */
  ending: 4,
  /** bwrap reads the filter of system calls. */
  filter: 5,
  /** bwrap reads the file that becomes /etc/passwd. */
  users: 6,
} as const
const last = Math.max(...Object.values(channels))

const close = `cd /proc/self/fd; for n in *; do if [ "$n" -gt ${last} ]; then eval "exec $n>&-"; fi; done; cd /; exec "$@"`

/**
 * Starts a command with its three streams and the channels alone: terminals and editors leak descriptors that are open across exec, and neither
 * Node nor bwrap closes them.
 */
export function closingDescriptors(command: [string, ...string[]]): [string, ...string[]] {
  return existsSync('/bin/bash') ? ['/bin/bash', '-c', close, 'bash', ...command] : command
}

/** What comes over a channel, as far as it has come; `until` waits a moment for a part that must come. */
export type Heard = { text: () => string; until: (part: RegExp) => Promise<void>; close: () => void }

export function heardFrom(child: ChildProcess, channel: number): Heard {
  let text = ''
  let open = true
  const pipe = child.stdio[channel] as Readable
  pipe.setEncoding('utf8').on('data', (part: string) => {
    if (text.length < 10_000) text += part
  })
  pipe.once('close', () => {
    open = false
  })
  const until = async (part: RegExp) => {
    for (let tries = 0; open && tries < 100 && !part.test(text); tries += 1) await setTimeout(2)
  }
  return { text: () => text, until, close: () => pipe.destroy() }
}

/** Hands a file over a channel. */
export function handOver(child: ChildProcess, channel: number, content: Buffer | string): void {
  const pipe = child.stdio[channel] as Writable
  // bwrap may have died before it read all; its end is what counts.
  pipe.on('error', () => undefined)
  pipe.end(content)
}

/** The namespace of a run, as bwrap's status tells of it. */
export class Namespace {
  readonly #status: Heard
  #first: { pid: number; start: string } | null = null

  constructor(child: ChildProcess) {
    this.#status = heardFrom(child, channels.status)
    const pipe = child.stdio[channels.status] as Readable
    pipe.on('data', () => {
      this.#first ??= firstProcess(this.#status.text())
    })
  }

  /**
   * Ends what lives in it. bwrap ends before the namespace's first process, whose end takes the kernel a tenth of a second; so what is left is
   * killed by number, for as long as the number stands for the same process.
   */
  async empty(): Promise<void> {
    await this.#status.until(/"child-pid"/)
    for (let pids = this.#left(); pids.length > 0; pids = this.#left()) {
      for (const pid of pids) killProcess(pid)
      await setTimeout(1)
    }
    this.#status.close()
  }

  #left(): number[] {
    if (this.#first === null || startOf(this.#first.pid) !== this.#first.start) return []
    const { pid: first } = this.#first
    return processTree([first]).filter((pid) => pid !== first && startOf(pid) !== null)
  }
}

function firstProcess(status: string): { pid: number; start: string } | null {
  const pid = Number(/"child-pid": (\d+)/.exec(status)?.[1] ?? 0)
  const start = startOf(pid)
  return start === null ? null : { pid, start }
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is dead already.
  }
}
