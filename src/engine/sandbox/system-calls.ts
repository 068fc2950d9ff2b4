/**
 * The filter of system calls: a classic BPF program for bwrap's --seccomp. It takes away what no training script needs and what
 * reaches past namespaces (keyrings, vsock) or much of the kernel (user namespaces, bpf, io_uring). Numbers: the kernel's
 * syscall_64.tbl and asm-generic/unistd.h.
 */
export function systemCallFilter(machine: NodeJS.Architecture): Buffer | null {
  const target = targets[machine]
  if (target === undefined) return null
  const { audit, column } = target
  const number = (name: string) => (denied[name] ?? conditional[name])?.[column] ?? null
  const numbers = (names: string[]) => names.map(number).filter((n) => n !== null)
  const program: Instruction[] = [
    load(offsets.architecture),
    ...unless(audit, [give(kill)]),
    load(offsets.number),
    // The x32 calls of x86_64 are the same ones under other numbers.
    ...(machine === 'x64' ? atLeast(0x40000000, [give(kill)]) : []),
    ...numbers(Object.keys(denied).filter((name) => !absent.includes(name))).flatMap((n) =>
      when(n, [give(fail(EPERM))]),
    ),
    ...numbers(absent).flatMap((n) => when(n, [give(fail(ENOSYS))])),
    ...argument(number('unshare'), [load(offsets.first), ...anyBit(namespaces | newTime, [give(fail(EPERM))])]),
    ...argument(number('clone'), [load(offsets.first), ...anyBit(namespaces, [give(fail(EPERM))])]),
    ...argument(number('ioctl'), [load(offsets.second), ...terminal.flatMap((n) => when(n, [give(fail(EPERM))]))]),
    ...argument(number('socket'), [
      load(offsets.first),
      ...families.flatMap((n) => when(n, [give(allow)])),
      give(fail(EAFNOSUPPORT)),
    ]),
    give(allow),
  ]
  return Buffer.concat(program.map(encoded))
}

type Instruction = { code: number; yes: number; no: number; k: number }

const targets: { [machine in NodeJS.Architecture]?: { audit: number; column: 0 | 1 } } = {
  x64: { audit: 0xc000003e, column: 0 },
  arm64: { audit: 0xc00000b7, column: 1 },
}

/** Offsets in struct seccomp_data; of the arguments, the low half. */
const offsets = { number: 0, architecture: 4, first: 16, second: 24 }
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97]
const allow = 0x7fff0000
const kill = 0x80000000
const fail = (errno: number) => 0x00050000 | errno
/** CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID and NET. NEWTIME shares its bit with the signal of clone. */
const namespaces = 0x7e020000
const newTime = 0x80
/** TIOCSTI and TIOCLINUX type into a terminal. */
const terminal = [0x5412, 0x541c]
/** AF_UNIX, INET, INET6 and NETLINK: the last is how interfaces are listed. */
const families = [1, 2, 10, 16]

/** Calls by number on x86_64 and on arm64. */
const denied: Record<string, [number | null, number | null]> = {
  ...{ add_key: [248, 217], request_key: [249, 218], keyctl: [250, 219] },
  ...{ bpf: [321, 280], perf_event_open: [298, 241], userfaultfd: [323, 282], ptrace: [101, 117], kcmp: [312, 272] },
  ...{ mount: [165, 40], umount2: [166, 39], pivot_root: [155, 41], chroot: [161, 51], setns: [308, 268] },
  ...{ open_tree: [428, 428], move_mount: [429, 429], fsopen: [430, 430], fsconfig: [431, 431], fsmount: [432, 432] },
  ...{ fspick: [433, 433], mount_setattr: [442, 442], open_tree_attr: [467, 467] },
  ...{ open_by_handle_at: [304, 265], name_to_handle_at: [303, 264], fanotify_init: [300, 262] },
  ...{ kexec_load: [246, 104], kexec_file_load: [320, 294], reboot: [169, 142] },
  ...{ init_module: [175, 105], finit_module: [313, 273], delete_module: [176, 106] },
  ...{ swapon: [167, 224], swapoff: [168, 225], acct: [163, 89], quotactl: [179, 60], quotactl_fd: [443, 443] },
  ...{ syslog: [103, 116], settimeofday: [164, 170], clock_settime: [227, 112], vhangup: [153, 58] },
  ...{ iopl: [172, null], ioperm: [173, null], modify_ldt: [154, null], lookup_dcookie: [212, 18] },
  ...{ sethostname: [170, 161], setdomainname: [171, 162], memfd_secret: [447, 447] },
  ...{ clone3: [435, 435], io_uring_setup: [425, 425], io_uring_enter: [426, 426], io_uring_register: [427, 427] },
  // System V shared memory outlives who made it, and nothing shows from outside how much there is.
  ...{ shmget: [29, 194] },
}
/** Programs have another way where the kernel does not know these. The flags of clone3 cannot be filtered: they lie in memory. */
const absent = ['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register', 'shmget']
const conditional: Record<string, [number, number]> = {
  unshare: [272, 97],
  clone: [56, 220],
  ioctl: [16, 29],
  socket: [41, 198],
}

// Classic BPF: BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_JMP|JGE|K, BPF_JMP|JSET|K, BPF_RET|K (linux/filter.h).
const load = (offset: number): Instruction => ({ code: 0x20, yes: 0, no: 0, k: offset })
const give = (value: number): Instruction => ({ code: 0x06, yes: 0, no: 0, k: value })
const jump = (code: number, k: number, then: Instruction[]) => [{ code, yes: 0, no: then.length, k }, ...then]
const when = (k: number, then: Instruction[]) => jump(0x15, k, then)
const atLeast = (k: number, then: Instruction[]) => jump(0x35, k, then)
const anyBit = (k: number, then: Instruction[]) => jump(0x45, k, then)
const unless = (k: number, then: Instruction[]) => [{ code: 0x15, yes: then.length, no: 0, k }, ...then]

/** Looks at an argument of one call; the others go on with the number loaded. */
function argument(number: number | null, then: Instruction[]): Instruction[] {
  return number === null ? [] : when(number, [...then, give(allow)])
}

function encoded({ code, yes, no, k }: Instruction): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(yes, 2)
  bytes.writeUInt8(no, 3)
  bytes.writeUInt32LE(k >>> 0, 4)
  return bytes
}
