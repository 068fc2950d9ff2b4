import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { attempts, prelude, processesWith, succeeded, token } from './attempts.ts'
import { attackLimits, runAttack } from './run-attack.ts'

/** A child that would live for a day, with a word in its command line that is seen from outside. */
const sleeper = (word: string) => `[sys.executable, '-c', 'import time; time.sleep(86400)', ${JSON.stringify(word)}]`
/** Enough memory that the limit on processes is met first. */
const roomy = 4 * 2 ** 30
/** Signals only what the sandbox made: were the namespace missing, the attack would hit this machine. */
const guard = `
if sum(pid.isdigit() for pid in os.listdir('/proc')) > 16: sys.exit('NOT ISOLATED')
`

describe('an attack through processes', () => {
  it('leaves no orphan: a daemon in a session of its own is dead when the run ends', async () => {
    const word = token()
    const { endedBy, stdoutText } = await runAttack(`${prelude}
def seen(pid):
    try: return b${JSON.stringify(word)} in open(f'/proc/{pid}/cmdline', 'rb').read()
    except OSError: return False
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        null = os.open('/dev/null', os.O_RDWR)
        for fd in (0, 1, 2): os.dup2(null, fd)
        os.execv(sys.executable, ${sleeper(word)})
    os._exit(0)
os.wait()
deadline = time.monotonic() + 4
while time.monotonic() < deadline and not any(seen(pid) for pid in os.listdir('/proc') if pid.isdigit()): pass
print('STARTED', any(seen(pid) for pid in os.listdir('/proc') if pid.isdigit()))
`)
    expect(stdoutText).toContain('STARTED True')
    expect(endedBy).toBe('itself')
    expect(processesWith(word)).toEqual([])
  })

  it('does not keep us waiting with an orphan that holds its output open', async () => {
    const word = token()
    const { endedBy, stdoutText } = await runAttack(
      `${prelude}
subprocess.Popen(${sleeper(word)}, start_new_session=True)
print('END', flush=True)
`,
      { limits: { ...attackLimits, wallSeconds: 20 } },
    )
    expect(stdoutText).toContain('END')
    expect(endedBy).toBe('itself')
    expect(processesWith(word)).toEqual([])
  })

  it('is killed at the limit of time though it ignores every signal, and its children with it', async () => {
    const word = token()
    const { endedBy } = await runAttack(
      `${prelude}
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
subprocess.Popen(${sleeper(word)}, start_new_session=True)
while True:
    try: time.sleep(3600)
    except BaseException: pass
`,
      { limits: { ...attackLimits, wallSeconds: 2 } },
    )
    expect(endedBy).toBe('wall')
    expect(processesWith(word)).toEqual([])
  })

  it('is killed at the limit of time when it has stopped itself', async () => {
    const word = token()
    const { endedBy } = await runAttack(
      `${prelude}
subprocess.Popen(${sleeper(word)})
print('STOPPING', flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
`,
      { limits: { ...attackLimits, wallSeconds: 2 } },
    )
    expect(endedBy).toBe('wall')
    expect(processesWith(word)).toEqual([])
  })

  it('is stopped at the limit of processor time', async () => {
    const { endedBy } = await runAttack(
      `${prelude}
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
while True: pass
`,
      { limits: { ...attackLimits, cpuSeconds: 2, wallSeconds: 30 } },
    )
    expect(endedBy).toBe('cpu')
  })

  it('cannot bring the machine down with a fork bomb', async () => {
    const word = token()
    const { endedBy, stdoutText, stderrText } = await runAttack(
      `${prelude}
made = 0
try:
    for _ in range(3000):
        subprocess.Popen(${sleeper(word)}, start_new_session=True)
        made += 1
finally:
    print('MADE', made, flush=True)
    time.sleep(1)
`,
      { limits: { ...attackLimits, memoryBytes: roomy, wallSeconds: 30 } },
    )
    const made = Number(/MADE (\d+)/.exec(stdoutText)?.[1] ?? 0)
    expect(endedBy === 'processes' || /BlockingIOError|Resource temporarily unavailable/.test(stderrText)).toBe(true)
    expect(made).toBeLessThanOrEqual(200)
    expect(processesWith(word)).toEqual([])
  })

  it('cannot get round the limit with a tree that doubles', async () => {
    const word = token()
    const { endedBy, stderrText } = await runAttack(
      `${prelude}
# At most 2^11 processes, so that a missing limit fails the test and not the machine.
for _ in range(11):
    try: os.fork()
    except OSError: pass
libc.prctl(15, ${JSON.stringify(word.slice(0, 15))}.encode(), 0, 0, 0)
time.sleep(20)
`,
      { limits: { ...attackLimits, memoryBytes: roomy, wallSeconds: 3 } },
    )
    expect(['processes', 'wall', 'itself']).toContain(endedBy)
    expect(stderrText).not.toContain('MemoryError')
    expect(processesWith(word)).toEqual([])
  })

  it('cannot start threads without end', async () => {
    const { endedBy, stdoutText } = await runAttack(
      `${prelude}
threading.stack_size(65536)
made = 0
def idle(): time.sleep(600)
try:
    for _ in range(5000):
        threading.Thread(target=idle, daemon=True).start()
        made += 1
        if made % 500 == 0: print('MADE', made, flush=True)
except RuntimeError as e: print('REFUSED', e, flush=True)
time.sleep(2)
os._exit(0)
`,
      { limits: { ...attackLimits, memoryBytes: roomy, processes: 128, wallSeconds: 30 } },
    )
    expect(endedBy === 'processes' || stdoutText.includes('REFUSED')).toBe(true)
    expect(stdoutText).not.toContain('MADE 5000')
  })

  it('cannot signal a process of the host, not even by -1', async () => {
    const bystander = spawn('sleep', ['60'])
    const { stdoutText, stderrText, endedBy } = await runAttack(`${prelude}${guard}
for pid in (${bystander.pid}, ${process.pid}, ${process.ppid}):
    if pid > 100: attempt(f'kill {pid}', lambda: os.kill(pid, signal.SIGKILL))
attempt('group', lambda: os.killpg(${process.pid}, signal.SIGKILL))
print('READY', flush=True)
try: os.kill(-1, signal.SIGKILL)
except OSError as e: print(e)
try: os.kill(os.getppid(), signal.SIGKILL)
except OSError as e: print(e)
`)
    expect(stderrText).not.toContain('NOT ISOLATED')
    expect(stdoutText).toContain('READY')
    expect(succeeded(stdoutText)).toEqual([])
    expect(['itself', 'stopped']).toContain(endedBy)
    expect(bystander.exitCode).toBeNull()
    expect(bystander.signalCode).toBeNull()
    bystander.kill()
    await once(bystander, 'exit')
  })

  it('cannot trace a process of the host', async () => {
    const bystander = spawn('sleep', ['60'])
    const { stdoutText } = await runAttack(`${prelude}
for pid in (${bystander.pid}, ${process.pid}):
    if pid > 100:
        attempt(f'attach {pid}', lambda: call('ptrace', 16, pid, None, None))
        attempt(f'seize {pid}', lambda: call('ptrace', 0x4206, pid, None, None))
        attempt(f'memory {pid}', lambda: open(f'/proc/{pid}/mem', 'rb'))
        attempt(f'descriptor {pid}', lambda: os.pidfd_open(pid))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(8)
    expect(succeeded(stdoutText)).toEqual([])
    bystander.kill()
    await once(bystander, 'exit')
  })

  it('cannot lift its own limits or take a higher priority', async () => {
    const { stdoutText } = await runAttack(
      `${prelude}
import resource
for name in ('RLIMIT_CPU', 'RLIMIT_FSIZE', 'RLIMIT_CORE', 'RLIMIT_NPROC', 'RLIMIT_NOFILE'):
    kind = getattr(resource, name)
    soft, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        attempt(name, lambda: resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)))
    print('LIMIT', name, hard)
attempt('nice', lambda: os.nice(-10))
attempt('real time', lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)))
attempt('out of memory score', lambda: put('/proc/self/oom_score_adj', '-1000'))
`,
      { limits: { ...attackLimits, cpuSeconds: 20 } },
    )
    expect(stdoutText).toMatch(/LIMIT RLIMIT_CPU \d+/)
    expect(stdoutText).toMatch(/LIMIT RLIMIT_FSIZE \d+/)
    expect(stdoutText).toMatch(/LIMIT RLIMIT_CORE 0/)
    expect(succeeded(stdoutText)).toEqual([])
  })
})
