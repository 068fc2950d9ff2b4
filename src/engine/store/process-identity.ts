import { readFileSync } from 'node:fs'

/** A process that can be told from a later one with the same number: boot, start time, number. Null when it is not running. */
export function processIdentity(pid = process.pid): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A killed process that nobody waited for is still listed, as a zombie.
    if (/^[ZX]/.test(fields[0] ?? '')) return null
    return `${boot}/${fields[19]}/${pid}`
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
