import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { processTree } from './process-tree.ts'

const close = 'cd /proc/self/fd; for n in *; do if [ "$n" -gt 3 ]; then eval "exec $n>&-"; fi; done; cd /; exec "$@"'

/**
 * Starts a command with its three streams and the status pipe alone: terminals and editors leak descriptors that are open across exec, and neither
 * Node nor bwrap closes them.
 */
export function closingDescriptors(command: [string, ...string[]]): [string, ...string[]] {
  return existsSync('/bin/bash') ? ['/bin/bash', '-c', close, 'bash', ...command] : command
}

/**
 * Waits until nothing of the program lives. bwrap ends before the process 1 of its namespace, whose end takes the kernel a tenth of a second; so what
 * is left is killed by number. That of process 1 comes over descriptor 3 (`--json-status-fd`).
 */
export function namespaceEnd(child: ChildProcess): () => Promise<void> {
  let status = ''
  const pipe = child.stdio[3] as Readable
  pipe.setEncoding('utf8').on('data', (text: string) => {
    status += text
  })
  return async () => {
    const first = Number(/"child-pid": (\d+)/.exec(status)?.[1] ?? 0)
    for (let left = below(first); left.length > 0; left = below(first)) {
      for (const pid of left) kill(pid)
      await setTimeout(1)
    }
    pipe.destroy()
  }
}

function below(first: number): number[] {
  return first === 0 ? [] : processTree(first).filter((pid) => pid !== first && lives(pid))
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is dead already.
  }
}

/** A zombie is dead: whoever inherited it may take a second to notice. */
function lives(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}
