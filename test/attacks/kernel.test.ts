import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempts, prelude, succeeded, token } from './attempts.ts'
import { runAttack } from './run-attack.ts'

const word = token()
let outside: string

beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'repgen-outside-'))
  writeFileSync(join(outside, 'secret'), word)
})
afterAll(() => {
  rmSync(outside, { recursive: true, force: true })
})

/** Numbers of system calls that the C library has no function for: x86_64, and the table that newer machines share. */
const calls =
  process.arch === 'x64'
    ? { pivot_root: 155, init_module: 175, bpf: 321, add_key: 248, keyctl: 250, userfaultfd: 323, perf_event_open: 298 }
    : { pivot_root: 41, init_module: 105, bpf: 280, add_key: 217, keyctl: 219, userfaultfd: 282, perf_event_open: 241 }
/** The same everywhere. */
const ioUringSetup = 425

/** Tries to make /usr writable with whatever rights the script has got, and to see the host. */
const mountAttacks = (prefix: string) => `
MS_RDONLY, MS_REMOUNT, MS_BIND, MS_REC, MNT_DETACH = 1, 32, 4096, 16384, 2
def mount(source, target, kind, flags): call('mount', source and source.encode(), target.encode(), kind and kind.encode(), flags, None)
attempt('${prefix}remount', lambda: (mount(None, '/usr', None, MS_REMOUNT | MS_BIND), open('/usr/${word}', 'w')))
attempt('${prefix}remount root', lambda: (mount(None, '/', None, MS_REMOUNT | MS_BIND), open('/${word}', 'w')))
attempt('${prefix}unmount', lambda: call('umount2', b'/usr', MNT_DETACH))
os.makedirs('disk', exist_ok=True)
for disk in ('/dev/sda1', '/dev/vda1', '/dev/nvme0n1p1', '/dev/root'):
    attempt('${prefix}' + disk, lambda: mount(disk, 'disk', 'ext4', 0))
attempt('${prefix}overlay', lambda: (os.makedirs('up', exist_ok=True), os.makedirs('wk', exist_ok=True),
    call('mount', b'overlay', b'/usr', b'overlay', 0, b'lowerdir=/usr,upperdir=up,workdir=wk')) and open('/usr/${word}', 'w') and 1 / 0)
`

describe('an attack on the kernel', () => {
  it('cannot mount, unmount or make a mount writable', async () => {
    const { stdoutText } = await runAttack(`${prelude}${mountAttacks('')}`)
    expect(Object.keys(attempts(stdoutText)).length).toBeGreaterThan(7)
    expect(succeeded(stdoutText)).toEqual([])
    expect(existsSync(`/usr/${word}`)).toBe(false)
  })

  it('gains nothing from a user namespace of its own', async () => {
    const { stdoutText } = await runAttack(`${prelude}
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET = 0x20000, 0x10000000, 0x40000000
uid, gid = os.getuid(), os.getgid()
def enter():
    call('unshare', CLONE_NEWUSER | CLONE_NEWNS)
    put('/proc/self/setgroups', 'deny')
    put('/proc/self/uid_map', f'0 {uid} 1')
    put('/proc/self/gid_map', f'0 {gid} 1')
attempt('enter', enter)
${mountAttacks('inner ')}
attempt('inner secret', lambda: open(${JSON.stringify(join(outside, 'secret'))}).read())
attempt('inner shadow', lambda: open('/etc/shadow').read())
`)
    const said = attempts(stdoutText)
    expect(said.enter).toBeDefined()
    for (const name of ['inner remount', 'inner remount root', 'inner secret', 'inner shadow']) {
      expect([name, said[name]?.outcome]).toEqual([name, 'refused'])
    }
    expect(existsSync(`/usr/${word}`)).toBe(false)
    expect(existsSync(`/${word}`)).toBe(false)
  })

  it('cannot enter the namespaces of another process', async () => {
    const { stdoutText } = await runAttack(`${prelude}
for pid in (1, ${process.pid}):
    for kind in ('mnt', 'net', 'pid', 'user'):
        attempt(f'{pid} {kind}', lambda: call('setns', os.open(f'/proc/{pid}/ns/{kind}', os.O_RDONLY), 0))
attempt('secret', lambda: open(${JSON.stringify(join(outside, 'secret'))}).read())
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(9)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('cannot climb out of a chroot or a pivoted root', async () => {
    const { stdoutText } = await runAttack(`${prelude}
os.makedirs('jail/old', exist_ok=True)
top = os.open('/', os.O_RDONLY)
attempt('pivot', lambda: libc.syscall(${calls.pivot_root}, b'jail', b'jail/old') and 1 / 0)
attempt('chroot', lambda: os.chroot('jail'))
os.fchdir(top)
for _ in range(64): os.chdir('..')
attempt('again', lambda: os.chroot('.'))
for path in (${JSON.stringify(join(outside, 'secret'))}, ${JSON.stringify(join(outside, 'secret').slice(1))}, 'etc/shadow', 'home'):
    attempt(path, lambda: open(path).read())
`)
    const said = attempts(stdoutText)
    for (const path of [join(outside, 'secret'), join(outside, 'secret').slice(1), 'etc/shadow', 'home']) {
      expect([path, said[path]?.outcome]).toEqual([path, 'refused'])
    }
  })

  it('cannot write to the kernel through /proc and /sys', async () => {
    const files = [
      '/proc/sys/kernel/core_pattern',
      '/proc/sys/kernel/hostname',
      '/proc/sys/kernel/modprobe',
      '/proc/sys/vm/overcommit_memory',
      '/proc/sysrq-trigger',
      '/proc/kcore',
      '/sys/kernel/uevent_helper',
      '/sys/power/state',
      '/sys/fs/cgroup/cgroup.procs',
      '/sys/kernel/debug/x',
    ]
    const { stdoutText } = await runAttack(`${prelude}
for file in ${JSON.stringify(files)}: attempt(file, lambda: open(file, 'r+b', 0).close())
attempt('cgroup', lambda: os.mkdir('/sys/fs/cgroup/${word}'))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(files.length + 1)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('cannot make or open a device', async () => {
    const devices = [
      'mem',
      'kmem',
      'port',
      'kmsg',
      'sda',
      'vda',
      'nvme0n1',
      'fuse',
      'kvm',
      'loop-control',
      'mapper/control',
      'nvidia0',
      'nvidiactl',
      'dri/renderD128',
      'input/event0',
      'snd/controlC0',
      'vsock',
      'vhost-net',
      'uinput',
    ]
    const { stdoutText } = await runAttack(`${prelude}
import stat
attempt('make disk', lambda: os.mknod('disk', 0o600 | stat.S_IFBLK, os.makedev(8, 0)))
attempt('make memory', lambda: os.mknod('memory', 0o600 | stat.S_IFCHR, os.makedev(1, 1)))
attempt('make in /dev', lambda: os.mknod('/dev/memory', 0o600 | stat.S_IFCHR, os.makedev(1, 1)))
for name in ${JSON.stringify(devices)}: attempt(name, lambda: open('/dev/' + name, 'rb', 0))
print('DEVICES', sorted(os.listdir('/dev')))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(devices.length + 3)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('cannot type into our terminal', async () => {
    const { stdoutText } = await runAttack(`${prelude}
import fcntl, termios
for fd in (0, 1, 2): attempt(f'stream {fd}', lambda: fcntl.ioctl(fd, termios.TIOCSTI, b'x'))
attempt('take a terminal', lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 1))
attempt('terminal', lambda: fcntl.ioctl(open('/dev/tty', 'r+b', 0), termios.TIOCSTI, b'x'))
attempt('console', lambda: fcntl.ioctl(open('/dev/console', 'r+b', 0), termios.TIOCSTI, b'x'))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(6)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('cannot use the calls that only an administrator may', async () => {
    const before = hostname()
    const { stdoutText } = await runAttack(`${prelude}
attempt('clock', lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()))
attempt('module', lambda: call('syscall', ${calls.init_module}, b'\\0' * 64, 64, b''))
attempt('bpf', lambda: call('syscall', ${calls.bpf}, 0, ctypes.create_string_buffer(struct.pack('IIII', 1, 4, 4, 1), 72), 72))
attempt('kernel log', lambda: call('klogctl', 3, ctypes.create_string_buffer(64), 64))
attempt('accounting', lambda: call('acct', b'accounting'))
attempt('swap', lambda: call('swapon', b'swap', 0))
attempt('host name', lambda: socket.sethostname('owned'))
attempt('user', lambda: (os.setgroups([0]), os.setuid(0), open('/etc/shadow').read()))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(8)
    // A name given inside stays inside, whether or not it is refused.
    expect(succeeded(stdoutText).filter((name) => name !== 'host name')).toEqual([])
    expect(hostname()).toBe(before)
  })

  it('cannot reach parts of the kernel that namespaces do not divide, or that are large', async () => {
    const { stdoutText } = await runAttack(`${prelude}
parameters = ctypes.create_string_buffer(256)
attempt('add a key', lambda: call('syscall', ${calls.add_key}, b'user', b'${word}', b'secret', 6, -5))
attempt('session keys', lambda: call('syscall', ${calls.keyctl}, 0, -3, 0))
attempt('io_uring', lambda: call('syscall', ${ioUringSetup}, 8, parameters))
attempt('userfaultfd', lambda: call('syscall', ${calls.userfaultfd}, 0))
attempt('perf', lambda: call('syscall', ${calls.perf_event_open}, parameters, 0, -1, -1, 0))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(5)
    expect(succeeded(stdoutText)).toEqual([])
  })
})
