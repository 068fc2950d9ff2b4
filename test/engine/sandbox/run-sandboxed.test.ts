import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { OutputNotKeptError } from '../../../src/engine/sandbox/capture-output.ts'
import { processesWith, token } from '../../attacks/attempts.ts'
import { limits, MiB, runPython } from './make-spec.ts'

describe('a run', () => {
  it('keeps both outputs whole and tells them as they come', async () => {
    const heard: string[] = []
    const script = `
print('one'); print('zwei ä', file=sys.stderr); sys.stdout.write('no end of line')`
    const ran = await runPython(script, { onOutput: (stream, text) => heard.push(`${stream}: ${text}`) })
    expect(ran).toMatchObject({ out: 'one\nno end of line', err: 'zwei ä\n', endedBy: 'itself', sandboxed: true })
    expect(ran.exit).toEqual({ code: 0, signal: null })
    expect(ran.stdout).toEqual({ bytes: 18, cut: false })
    expect(heard.join('')).toContain('stderr: zwei ä')
  })

  it('gives its input, environment, folder and mounts to the program', async () => {
    const mount = mkdtempSync(join(tmpdir(), 'repgen-test-mount-'))
    writeFileSync(join(mount, 'file'), 'mounted')
    const script = `
print(sys.stdin.read(), os.environ['GIVEN'], os.getcwd(), open('/data/set/file').read())
open('result', 'w').write('written')`
    const { chmodSync } = await import('node:fs')
    chmodSync(mount, 0o755)
    const options = { stdin: 'typed', env: { GIVEN: 'yes' }, readOnly: [{ host: mount, inside: '/data/set' }] }
    const { out, folder } = await runPython(script, options)
    expect(out).toBe('typed yes /case mounted\n')
    expect(readFileSync(join(folder, 'result'), 'utf8')).toBe('written')
  })

  it('has a name for itself and for its user, so that libraries that ask do not fail', async () => {
    const { out, err } = await runPython(`
import getpass, pwd, socket, tempfile, os.path
print(getpass.getuser(), pwd.getpwuid(os.getuid()).pw_name, os.path.expanduser('~'), tempfile.gettempdir())
server = socket.create_server(('localhost', 0))
client = socket.create_connection(('localhost', server.getsockname()[1]))
print(client.getpeername()[0], socket.gethostbyname(socket.gethostname()), os.cpu_count() > 0)`)
    expect(err).toBe('')
    expect(out).toBe('repgen repgen /tmp /tmp\n127.0.0.1 127.0.0.1 True\n')
  })

  it('can use worker processes that share memory', async () => {
    const { out } = await runPython(`
import multiprocessing as m
from multiprocessing import shared_memory
def fill(name):
    s = shared_memory.SharedMemory(name); s.buf[0] = 7; s.close()
s = shared_memory.SharedMemory(create=True, size=1000)
p = m.get_context('fork').Process(target=fill, args=(s.name,)); p.start(); p.join()
print(s.buf[0], p.exitcode, m.Pool(2).map(abs, [-1, -2])); s.close(); s.unlink()`)
    expect(out).toBe('7 0 [1, 2]\n')
  })
})

describe('how a run ended', () => {
  it.each([
    ['raise SystemExit(3)', { code: 3, signal: null }],
    ['raise ValueError', { code: 1, signal: null }],
    ['os._exit(139)', { code: 139, signal: null }],
    ['os._exit(255)', { code: 255, signal: null }],
    ['import ctypes; ctypes.string_at(0)', { code: null, signal: 'SIGSEGV' }],
    ['os.abort()', { code: null, signal: 'SIGABRT' }],
    ['os.kill(os.getpid(), 9)', { code: null, signal: 'SIGKILL' }],
    ['os.kill(os.getpid(), 15)', { code: null, signal: 'SIGTERM' }],
    ['os.kill(os.getpid(), 8)', { code: null, signal: 'SIGFPE' }],
  ])('tells an exit from a signal: %s', async (script, exit) => {
    const ran = await runPython(script)
    expect(ran.exit).toEqual(exit)
    expect(ran.endedBy).toBe('itself')
  })

  it('is not what a program says that knows our channels', async () => {
    const { exit } = await runPython(`
for fd in range(3, 64):
    try: os.write(fd, b'Segmentation fault\\nexit 139\\n')
    except OSError: pass
sys.exit(5)`)
    expect(exit).toEqual({ code: 5, signal: null })
  })

  it.each([
    ['wall', 'time.sleep(60)', { wallSeconds: 1 }],
    ['cpu', 'while True: pass', { cpuSeconds: 1 }],
    ['memory', 'x = [bytearray(b"x") * 2**24 for _ in range(100)]', { memoryBytes: 256 * MiB }],
    ['output', 'while True: print("x" * 1000)', { outputBytes: 100_000 }],
    ['processes', 'for _ in range(60): os.fork() or time.sleep(20)\ntime.sleep(20)', { processes: 16 }],
    [
      'processes',
      'import threading\nfor _ in range(500): threading.Thread(target=time.sleep, args=(9,)).start()',
      { processes: 16 },
    ],
    ['output', 'open("big", "wb", 0).write(b"x" * 2**25)\nopen("big", "ab", 0).write(b"x")', { fileBytes: MiB }],
    [
      'output',
      'for n in range(200):\n  open(f"f{n}", "wb", 0).write(b"x" * 2**19); time.sleep(0.03)',
      { fileBytes: MiB },
    ],
    [
      'output',
      'held = []\nfor n in range(200):\n  held.append(open("f", "wb", 0)); os.unlink("f"); held[-1].write(b"x" * 2**19); time.sleep(0.03)',
      { fileBytes: MiB },
    ],
    [
      'memory',
      `import socket
held = []
for _ in range(3): os.fork()
while len(held) < 900:
    held += socket.socketpair()
    for one in held[-2:]:
        one.setblocking(False)
        try:
            while True: one.send(b'x' * 65536)
        except BlockingIOError: pass
time.sleep(9)`,
      { memoryBytes: 256 * MiB, processes: 64 },
    ],
  ] as const)('is our limit on %s when that is what ended it: %s', async (limit, script, tight) => {
    const ran = await runPython(script, { limits: { ...limits, ...tight } })
    expect(ran.endedBy).toBe(limit)
  })

  it('is no limit on memory where forked processes only share what one has', async () => {
    const ran = await runPython(
      `
held = bytearray(b'x') * (200 * 2**20)
children = []
for _ in range(6):
    pid = os.fork()
    if pid == 0: time.sleep(1.5); os._exit(0)
    children.append(pid)
for pid in children: os.waitpid(pid, 0)
print('END')`,
      { limits: { ...limits, memoryBytes: 400 * MiB } },
    )
    expect(ran).toMatchObject({ endedBy: 'itself', out: 'END\n' })
    expect(ran.peakBytes).toBeGreaterThan(190 * MiB)
    expect(ran.peakBytes).toBeLessThan(400 * MiB)
  })
})

describe('stopping', () => {
  it('ends the whole tree', async () => {
    const word = token()
    const controller = new AbortController()
    const script = `
import subprocess
subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)', '${word}'], start_new_session=True)
print('READY', flush=True)
time.sleep(99)`
    const options = { signal: controller.signal, onOutput: () => controller.abort() }
    const ran = await runPython(script, options)
    expect(ran.endedBy).toBe('stopped')
    expect(processesWith(word)).toEqual([])
  })

  it('before the start runs nothing', async () => {
    const { endedBy, out } = await runPython('print("RAN", flush=True)\ntime.sleep(9)', { signal: AbortSignal.abort() })
    expect(endedBy).toBe('stopped')
    expect(out).toBe('')
  })

  it('is not what ended a run that was over before', async () => {
    const controller = new AbortController()
    const ran = await runPython('print(1)', { signal: controller.signal })
    controller.abort()
    expect(ran.endedBy).toBe('itself')
  })
})

it('says so when the output cannot be kept', async () => {
  const outputFiles = { stdout: '/dev/full/none/stdout', stderr: '/dev/full/none/stderr' }
  await expect(runPython('print(1)', { outputFiles })).rejects.toThrow(OutputNotKeptError)
})

it('says so when the program is not there', async () => {
  const { exit, err } = await runPython('', { argv: ['/usr/bin/no-such-python', '-'] })
  expect(exit.code).toBe(127)
  expect(err).toMatch(/no-such-python.*No such file/)
})
