import { readFileSync } from 'node:fs'

/** A process that can be told from a later one with the same number: boot, start time, number. */
export function processIdentity(pid = process.pid): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    return `${boot}/${started}/${pid}`
  } catch {
    return isAlive(pid) ? `${pid}` : null
  }
}

export function isRunning(identity: string): boolean {
  const pid = Number(identity.split('/').at(-1))
  return processIdentity(pid) === identity
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
