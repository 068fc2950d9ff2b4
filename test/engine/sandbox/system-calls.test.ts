import { describe, expect, it } from 'vitest'
import { systemCallFilter } from '../../../src/engine/sandbox/system-calls.ts'
import { attempts, prelude } from '../../attacks/attempts.ts'
import { runAttack } from '../../attacks/run-attack.ts'

const allow = 0x7fff0000
const kill = 0x80000000
const fail = (errno: number) => 0x00050000 | errno

/** Runs the filter as the kernel would, on struct seccomp_data. */
function verdictOn(program: Buffer, call: { number: number; architecture: number; args?: number[] }): number {
  const data = Buffer.alloc(64)
  data.writeInt32LE(call.number, 0)
  data.writeUInt32LE(call.architecture, 4)
  call.args?.forEach((value, i) => {
    data.writeBigUInt64LE(BigInt(value), 16 + 8 * i)
  })
  let accumulator = 0
  for (let at = 0; at < program.length / 8; at += 1) {
    const [code, yes, no] = [program.readUInt16LE(at * 8), program[at * 8 + 2] ?? 0, program[at * 8 + 3] ?? 0]
    const k = program.readUInt32LE(at * 8 + 4)
    const jump = (holds: boolean) => {
      at += holds ? yes : no
    }
    if (code === 0x20) accumulator = data.readUInt32LE(k)
    else if (code === 0x06) return k
    else if (code === 0x15) jump(accumulator === k)
    else if (code === 0x35) jump(accumulator >= k)
    else if (code === 0x45) jump((accumulator & k) !== 0)
    else throw new Error(`not classic BPF that we write: ${code}`)
  }
  throw new Error('it runs off its end')
}

const x64 = systemCallFilter('x64') as Buffer
const arm64 = systemCallFilter('arm64') as Buffer
const [onX64, onArm64] = [0xc000003e, 0xc00000b7]

describe('the filter of system calls', () => {
  it.each<[string, number, number[], number]>([
    ['read', 0, [], allow],
    ['execve', 59, [], allow],
    ['futex', 202, [], allow],
    ['setresuid, which setpriv needs', 117, [], allow],
    ['process_vm_readv, which workers use', 310, [], allow],
    ['keyctl', 250, [], fail(1)],
    ['ptrace', 101, [], fail(1)],
    ['bpf', 321, [], fail(1)],
    ['mount', 165, [], fail(1)],
    ['shmget', 29, [], fail(38)],
    ['clone3', 435, [], fail(38)],
    ['io_uring_setup', 425, [], fail(38)],
    ['clone of a thread', 56, [0x3d0f00], allow],
    ['clone with a signal that has the bits of a time namespace', 56, [0x80], allow],
    ['clone into a user namespace', 56, [0x10000011], fail(1)],
    ['unshare of files', 272, [0x400], allow],
    ['unshare of users', 272, [0x10000000], fail(1)],
    ['unshare of time', 272, [0x80], fail(1)],
    ['ioctl of a size', 16, [1, 0x5413], allow],
    ['ioctl that types', 16, [1, 0x5412], fail(1)],
    ['ioctl that types, with high bits set', 16, [1, 0x1_0000_5412], fail(1)],
    ['socket of a local kind', 41, [1], allow],
    ['socket of IPv6', 41, [10], allow],
    ['socket to the hypervisor', 41, [40], fail(97)],
    ['socket of the crypto interface', 41, [38], fail(97)],
    ['a call under its x32 number', 0x40000000 + 250, [], kill],
  ])('on x86_64: %s', (_, number, args, verdict) => {
    expect(verdictOn(x64, { number, architecture: onX64, args })).toBe(verdict >>> 0)
  })

  it.each<[string, number, number[], number]>([
    ['read', 63, [], allow],
    ['keyctl', 219, [], fail(1)],
    ['ptrace', 117, [], fail(1)],
    ['clone into a user namespace', 220, [0x10000000], fail(1)],
    ['socket to the hypervisor', 198, [40], fail(97)],
  ])('on arm64: %s', (_, number, args, verdict) => {
    expect(verdictOn(arm64, { number, architecture: onArm64, args })).toBe(verdict >>> 0)
  })

  it('kills what speaks the calls of another machine', () => {
    expect(verdictOn(x64, { number: 0, architecture: 0x40000003 })).toBe(kill)
    expect(verdictOn(arm64, { number: 0, architecture: 0x40000028 })).toBe(kill)
  })

  it('is not there for machines whose numbers we do not know', () => {
    expect(systemCallFilter('riscv64')).toBe(null)
  })
})

it.runIf(process.arch === 'x64')('is on in a run, and threads and processes still start', async () => {
  const { stdoutText } = await runAttack(`${prelude}
attempt('keyring', lambda: call('syscall', 250, 0, -3, 1))
attempt('namespace', lambda: call('unshare', 0x10000000))
attempt('hypervisor', lambda: socket.socket(40, socket.SOCK_STREAM))
attempt('thread', lambda: threading.Thread(target=int).start())
attempt('process', lambda: subprocess.run(['/bin/true'], check=True).returncode)
`)
  const said = attempts(stdoutText)
  expect(said.keyring?.detail).toContain('EPERM')
  expect(said.namespace?.detail).toContain('EPERM')
  expect(said.hypervisor?.detail).toContain('EAFNOSUPPORT')
  expect([said.thread?.outcome, said.process?.outcome]).toEqual(['done', 'done'])
})
