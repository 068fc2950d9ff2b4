import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

const close = 'cd /proc/self/fd; for n in *; do if [ "$n" -gt 3 ]; then eval "exec $n>&-"; fi; done; cd /; exec "$@"'

/**
 * Starts a command with its three streams and the status pipe alone: terminals and editors leak descriptors that are open across exec, and neither
 * Node nor bwrap closes them.
 */
export function closingDescriptors(command: [string, ...string[]]): [string, ...string[]] {
  return existsSync('/bin/bash') ? ['/bin/bash', '-c', close, 'bash', ...command] : command
}

/**
 * Waits until the namespace is empty. bwrap ends before the process 1 of its namespace, and only the end of that one is the end of all: the
 * kernel lets it go when every other process is dead. Its number comes over descriptor 3 (`--json-status-fd`).
 */
export function namespaceEnd(child: ChildProcess): () => Promise<void> {
  let status = ''
  const pipe = child.stdio[3] as Readable
  pipe.setEncoding('utf8').on('data', (text: string) => {
    status += text
  })
  const told = new Promise<void>((resolve) => pipe.once('end', resolve))
  return async () => {
    await Promise.race([told, setTimeout(1000)])
    const first = /"child-pid": (\d+)/.exec(status)?.[1]
    while (first !== undefined && lives(first)) await setTimeout(1)
  }
}

/** A zombie is dead: whoever inherited it may take a second to notice. */
function lives(pid: string): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'))
  } catch {
    return false
  }
}
