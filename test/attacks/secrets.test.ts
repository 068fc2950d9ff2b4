import { readlinkSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempts, prelude, succeeded, token } from './attempts.ts'
import { runAttack } from './run-attack.ts'

const word = token()

beforeAll(() => {
  process.env.REPGEN_TEST_TOKEN = word
})
afterAll(() => {
  delete process.env.REPGEN_TEST_TOKEN
})

describe('an attack on what this process knows', () => {
  it('finds no variable of our environment in its own, nor in any process that it sees', async () => {
    const { stdoutText } = await runAttack(`${prelude}
print('OWN', sorted(os.environ))
for pid in filter(str.isdigit, os.listdir('/proc')):
    for file in ('environ', 'cmdline'):
        try: print(pid, file, open(f'/proc/{pid}/{file}', 'rb').read())
        except OSError as e: print(pid, file, e)
`)
    expect(stdoutText).toContain('OWN')
    expect(stdoutText).not.toContain(word)
    expect(stdoutText).not.toContain('REPGEN_TEST_TOKEN')
    expect(stdoutText).not.toMatch(/SSH_AUTH_SOCK|DBUS_SESSION_BUS_ADDRESS|AWS_|GITHUB_TOKEN|HF_TOKEN/)
  })

  it('finds none in the memory of the process that started it', async () => {
    const { stdoutText } = await runAttack(`${prelude}
needle = bytes(reversed(${JSON.stringify([...word].reverse().join(''))}.encode()))
def scan(pid):
    found = 0
    with open(f'/proc/{pid}/maps') as maps, open(f'/proc/{pid}/mem', 'rb', 0) as memory:
        for line in maps:
            span, mode = line.split()[:2]
            if 'r' not in mode: continue
            start, end = (int(x, 16) for x in span.split('-'))
            try:
                memory.seek(start)
                found += memory.read(end - start).count(needle)
            except (OSError, ValueError, OverflowError): pass
    return found
for pid in filter(str.isdigit, os.listdir('/proc')):
    if int(pid) != os.getpid(): attempt(pid, lambda: scan(pid))
print('END')
`)
    expect(stdoutText).toContain('END')
    const found = Object.values(attempts(stdoutText)).filter(({ outcome }) => outcome === 'done')
    expect(found.map(({ detail }) => detail).filter((detail) => detail !== '0')).toEqual([])
  })

  it('sees no process of the host', async () => {
    const { stdoutText } = await runAttack(`${prelude}
print('PIDS', [int(pid) for pid in os.listdir('/proc') if pid.isdigit()])
attempt('environ', lambda: open('/proc/${process.pid}/environ').read() if ${process.pid} > 100 else 1 / 0)
attempt('root', lambda: os.listdir('/proc/${process.pid}/root') if ${process.pid} > 100 else 1 / 0)
attempt('sibling', lambda: os.listdir('/proc/1/root/home') or 1 / 0)
`)
    const pids = JSON.parse(/PIDS (.*)/.exec(stdoutText)?.[1] ?? '[]') as number[]
    expect(pids.length).toBeGreaterThan(0)
    expect(pids.length).toBeLessThan(8)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('inherits no open file but its three streams, and no terminal', async () => {
    const { stdoutText } = await runAttack(`${prelude}
table = {int(fd): os.readlink('/proc/self/fd/' + fd) for fd in os.listdir('/proc/self/fd') if os.path.lexists('/proc/self/fd/' + fd)}
print('FDS', json.dumps(table))
for pid in filter(str.isdigit, os.listdir('/proc')):
    try: print('OF', pid, [os.readlink(f'/proc/{pid}/fd/{fd}') for fd in os.listdir(f'/proc/{pid}/fd')])
    except OSError: pass
print('TTY', [os.isatty(fd) for fd in (0, 1, 2)])
attempt('terminal', lambda: open('/dev/tty', 'r+b', 0))
`)
    const table = JSON.parse(/FDS (.*)/.exec(stdoutText)?.[1] ?? '{}') as Record<string, string>
    // The script's own file may be open while it runs.
    const others = Object.entries(table).filter(([fd, to]) => Number(fd) > 2 && !/\.py$|^\/proc\//.test(to))
    expect(others).toEqual([])
    expect(stdoutText).toContain('TTY [False, False, False]')
    expect(stdoutText).not.toMatch(/\.sqlite|\.db\b/)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('starts in its work folder and in namespaces of its own', async () => {
    const kinds = ['ipc', 'mnt', 'net', 'pid', 'uts'] as const
    const { stdoutText } = await runAttack(`${prelude}
print('CWD', os.getcwd(), os.listdir('.') is not None)
for kind in ${JSON.stringify(kinds)}: print('NS', kind, os.readlink('/proc/self/ns/' + kind))
print('HOST', socket.gethostname())
`)
    expect(stdoutText).not.toContain(`CWD ${process.cwd()} `)
    for (const kind of kinds) {
      const inside = new RegExp(`NS ${kind} (.*)`).exec(stdoutText)?.[1]
      expect(inside).toMatch(/^\w+:\[\d+\]$/)
      expect(inside).not.toBe(readlinkSync(`/proc/self/ns/${kind}`))
    }
  })
})
