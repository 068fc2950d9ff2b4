import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** A word that stands nowhere else on this machine, to look for afterwards. */
export function token(): string {
  return `repgen-attack-${randomBytes(12).toString('hex')}`
}

/**
 * Starts every attack script: `attempt(name, action)` says what came of one action, so that a test can tell an attack that was held off
 * from one that never ran.
 */
export const prelude = `
import ctypes, errno, json, os, signal, socket, struct, subprocess, sys, threading, time
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *args):
    if getattr(libc, name)(*args) == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
def put(path, text):
    # At once: an error on closing would be lost.
    with open(path, 'wb', 0) as f: f.write(text.encode())
def attempt(name, action):
    try:
        print('ATTEMPT', json.dumps([name, 'done', repr(action())[:2000]]), flush=True)
    except BaseException as e:
        code = errno.errorcode.get(e.errno, '') if isinstance(e, OSError) and e.errno is not None else ''
        print('ATTEMPT', json.dumps([name, 'refused', f'{type(e).__name__} {code} {e}'[:2000]]), flush=True)
`

export type Attempt = { outcome: 'done' | 'refused'; detail: string }

/** What the script said of its attempts, by name. */
export function attempts(stdout: string): Record<string, Attempt> {
  const said = stdout.split('\n').filter((line) => line.startsWith('ATTEMPT '))
  const rows = said.map((line) => JSON.parse(line.slice('ATTEMPT '.length)) as [string, Attempt['outcome'], string])
  return Object.fromEntries(rows.map(([name, outcome, detail]) => [name, { outcome, detail }]))
}

/** Names of the attempts that were not refused. */
export function succeeded(stdout: string): string[] {
  return Object.entries(attempts(stdout))
    .filter(([, { outcome }]) => outcome === 'done')
    .map(([name]) => name)
}

/** Processes of this machine, as seen from outside the sandbox, whose command line holds the word. */
export function processesWith(word: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return '' // It ended between the listing and the reading.
      }
    })
    .filter((line) => line.includes(word))
}
