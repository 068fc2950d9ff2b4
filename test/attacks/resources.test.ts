import { readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { prelude, processesWith, token } from './attempts.ts'
import { attackLimits, runAttack } from './run-attack.ts'

const MiB = 1024 * 1024
// Every bomb below stops by itself at six times its limit, so that a missing limit fails the test and not the machine.
const memory = { ...attackLimits, memoryBytes: 256 * MiB, wallSeconds: 40 }

/** Bytes of all files in a folder, without following links. */
function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries.filter((e) => e.isFile()).reduce((sum, e) => sum + statSync(join(e.parentPath, e.name)).size, 0)
}

describe('an attack on memory', () => {
  it('is stopped in one process', async () => {
    const { endedBy, exit, stdoutText } = await runAttack(
      `${prelude}
held = []
for i in range(100):
    held.append(bytearray(b'x') * ${16 * MiB})
    print('HELD', (i + 1) * 16, flush=True)
`,
      { limits: memory },
    )
    expect(endedBy === 'memory' || exit.code !== 0).toBe(true)
    expect(stdoutText).not.toContain('HELD 1600')
  })

  it('is stopped when spread over children, each of which stays small', async () => {
    const word = token()
    const { endedBy, stdoutText } = await runAttack(
      `${prelude}
code = "import sys, time; held = bytearray(b'x') * ${100 * MiB}; print('HELD', flush=True); time.sleep(60)"
for _ in range(16):
    subprocess.Popen([sys.executable, '-c', code, ${JSON.stringify(word)}], start_new_session=True)
    time.sleep(0.3)
time.sleep(10)
print('SURVIVED')
`,
      { limits: memory },
    )
    expect(endedBy).toBe('memory')
    expect(stdoutText).not.toContain('SURVIVED')
    expect(processesWith(word)).toEqual([])
  })

  it.each([
    ['files in /dev/shm', `f = open('/dev/shm/bomb', 'wb', 0)`],
    ['files in /tmp', `f = open('/tmp/bomb', 'wb', 0)`],
    ['a file that has no name', `f = os.fdopen(os.memfd_create('bomb'), 'wb', 0)`],
  ])('is stopped in %s', async (_, open) => {
    const before = statfsSync('/dev/shm').bfree
    const { endedBy, stdoutText } = await runAttack(
      `${prelude}
${open}
block = b'x' * ${8 * MiB}
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    for i in range(200):
        f.write(block)
        print('HELD', (i + 1) * 8, flush=True)
except OSError as e: print('REFUSED', e, flush=True)
time.sleep(1)
`,
      { limits: memory },
    )
    expect(stdoutText).toContain('HELD')
    expect(stdoutText).not.toContain('HELD 1600')
    expect(endedBy === 'memory' || stdoutText.includes('REFUSED')).toBe(true)
    // Nothing of it stays in this machine's own shared memory.
    expect(statfsSync('/dev/shm').bfree).toBeGreaterThan(before - 4096)
  })

  it('is stopped in shared anonymous memory', async () => {
    const { endedBy, stdoutText } = await runAttack(
      `${prelude}
import mmap
held = []
for i in range(100):
    m = mmap.mmap(-1, ${16 * MiB})
    for at in range(0, ${16 * MiB}, 4096): m[at] = 1
    held.append(m)
    print('HELD', (i + 1) * 16, flush=True)
    time.sleep(0.01)
`,
      { limits: memory },
    )
    expect(endedBy).toBe('memory')
    expect(stdoutText).not.toContain('HELD 1600')
  })

  it.each([
    [
      'mapped by children, one segment each',
      `
code = '''
import mmap, time
m = mmap.mmap(-1, ${100 * MiB})
for at in range(0, len(m), 4096): m[at] = 1
time.sleep(60)
'''
for _ in range(16): subprocess.Popen([sys.executable, '-c', code])
`,
    ],
    [
      'mapped by children that let nobody look at them',
      `
code = '''
import ctypes, mmap, time
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
m = mmap.mmap(-1, ${100 * MiB})
for at in range(0, len(m), 4096): m[at] = 1
time.sleep(60)
'''
for _ in range(16): subprocess.Popen([sys.executable, '-c', code])
`,
    ],
    [
      'in many files that have no name',
      `
held = []
for _ in range(32):
    held.append(os.memfd_create('bomb'))
    for _ in range(6): os.write(held[-1], b'x' * ${8 * MiB})
`,
    ],
    [
      'in segments of System V that nobody has attached',
      `
libc.shmat.restype = ctypes.c_void_p
for _ in range(16):
    segment = libc.shmget(0, ${100 * MiB}, 0o1600)
    if segment == -1: print('REFUSED'); break
    address = libc.shmat(segment, None, 0)
    ctypes.memset(address, 1, ${100 * MiB})
    libc.shmdt(ctypes.c_void_p(address))
`,
    ],
  ])('is stopped in shared memory %s', async (_, attack) => {
    const { endedBy, stdoutText } = await runAttack(`${prelude}${attack}\ntime.sleep(3)\nprint('SURVIVED')`, {
      limits: memory,
    })
    expect(endedBy === 'memory' || stdoutText.includes('REFUSED')).toBe(true)
  })

  it('is not a matter of recursion without end: the process dies alone', async () => {
    const { endedBy, exit, folder } = await runAttack(`${prelude}
sys.setrecursionlimit(10 ** 9)
# Each turn goes through C, so it is the stack that runs out.
def down(_): return sorted([0], key=down)
down(0)
`)
    expect(['itself', 'memory']).toContain(endedBy)
    expect(exit.code === 0).toBe(false)
    expect(readdirSync(folder).filter((name) => name.startsWith('core'))).toEqual([])
  })

  it('leaves no core file', async () => {
    const { exit, folder } = await runAttack(`${prelude}
import resource
try: resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
except (ValueError, OSError): pass
os.abort()
`)
    expect(exit.signal ?? exit.code).not.toBe(0)
    expect(readdirSync(folder).filter((name) => name.startsWith('core'))).toEqual([])
  })
})

describe('an attack on the disk', () => {
  it('is stopped in one large file', async () => {
    const { folder } = await runAttack(
      `${prelude}
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with open('bomb', 'wb', 0) as f:
    for _ in range(200): f.write(b'x' * ${MiB})
`,
      { limits: { ...attackLimits, fileBytes: 20 * MiB } },
    )
    expect(bytesIn(folder)).toBeLessThanOrEqual(21 * MiB)
  })

  it('is stopped in many files, each below the limit', async () => {
    const { folder } = await runAttack(
      `${prelude}
for i in range(40):
    with open(f'bomb{i}', 'wb', 0) as f:
        for _ in range(8): f.write(b'x' * ${4 * MiB})
`,
    )
    expect(bytesIn(folder)).toBeLessThan(1024 * MiB)
  })

  it('gains nothing from a file that only claims to be large', async () => {
    const { stdoutText, folder } = await runAttack(
      `${prelude}
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
attempt('sparse', lambda: os.truncate('bomb', 1 << 40) if not open('bomb', 'w').close() else None)
attempt('allocate', lambda: os.posix_fallocate(os.open('bomb2', os.O_RDWR | os.O_CREAT), 0, 1 << 40))
`,
      { limits: { ...attackLimits, fileBytes: 20 * MiB } },
    )
    expect(stdoutText).toContain('ATTEMPT')
    expect(bytesIn(folder)).toBeLessThanOrEqual(21 * MiB)
  })

  it('with very many small files still lets the run end and be read', async () => {
    const { stdoutText } = await runAttack(`${prelude}
for i in range(20000): os.close(os.open(f'f{i}', os.O_CREAT))
print('END')
`)
    expect(stdoutText).toContain('END')
  })
})

describe('an attack on our reading of its output', () => {
  it.each([
    ['lines', `b'x' * 1023 + b'\\n'`],
    ['one line without an end', `b'x' * 1024`],
    ['control sequences', `b'\\x1b[2J\\x1b]0;owned\\x07' * 64`],
    ['bytes that are no text', `bytes(range(256)) * 4`],
  ])('is cut at the limit: 1 GB of %s', async (_, block) => {
    const before = process.memoryUsage().rss
    const { endedBy, stdoutText } = await runAttack(
      `${prelude}
block = ${block} * 1024
written = 0
while written < 1 << 30: written += os.write(1, block)
`,
      { limits: { ...attackLimits, outputBytes: 4 * MiB } },
    )
    expect(endedBy).toBe('output')
    expect(stdoutText.length).toBeLessThanOrEqual(8 * MiB)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MiB)
  })

  it('is cut when it comes over the standard error of children', async () => {
    const { endedBy, stderrText } = await runAttack(
      `${prelude}
children = [subprocess.Popen([sys.executable, '-c', "import os\\nfor _ in range(1 << 18): os.write(2, b'y' * 1024)"]) for _ in range(4)]
for child in children: child.wait()
`,
      { limits: { ...attackLimits, outputBytes: 4 * MiB } },
    )
    expect(endedBy).toBe('output')
    expect(stderrText.length).toBeLessThanOrEqual(8 * MiB)
  })

  it('cannot take back what it has printed', async () => {
    const { stdoutText } = await runAttack(`${prelude}
print('FIRST', flush=True)
for fd in (1, 2):
    for action in (lambda: os.ftruncate(fd, 0), lambda: os.lseek(fd, 0, 0), lambda: os.truncate(f'/proc/self/fd/{fd}', 0)):
        try: action()
        except OSError: pass
try: open('/proc/self/fd/1', 'r+b', 0).truncate(0)
except OSError: pass
print('LAST', flush=True)
`)
    expect(stdoutText).toContain('FIRST')
    expect(stdoutText).toContain('LAST')
  })
})
