import { channels } from './bubblewrap-process.ts'
import { caseFolderInside, type Mount } from './spec.ts'

export type BubblewrapInput = {
  folder: string
  cwd: string
  readOnly: Mount[]
  /** Directories of the system that exist on this machine, mounted read-only at their own paths. */
  system: string[]
  /** `[link, target]` of top-level links such as /lib → usr/lib. */
  links: [string, string][]
  devices: string[]
  env: Record<string, string>
  /** Started by root: the program then gets a user of its own by setpriv, for which bwrap keeps three capabilities until then. */
  root: boolean
  /** A filter of system calls comes over its channel. */
  filtered: boolean
  memoryBytes: number
}

/**
 * Arguments of bwrap: no network, no host sockets, no home, a private /tmp and /dev/shm, the system read-only path by path, one
 * writable folder. Pure, so that the whole policy can be read and tested as a table.
 */
export function bubblewrapArguments(input: BubblewrapInput): string[] {
  const shm = String(input.memoryBytes)
  return [
    ...(input.root ? ['ipc', 'pid', 'net', 'uts', 'cgroup-try'].map((kind) => `--unshare-${kind}`) : ['--unshare-all']),
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    ...(input.root ? ['SETUID', 'SETGID', 'SETPCAP'].flatMap((name) => ['--cap-add', `CAP_${name}`]) : []),
    ...['--hostname', 'repgen'],
    ...(input.filtered ? ['--seccomp', String(channels.filter)] : []),
    ...parents(input.system),
    ...input.system.flatMap((path) => ['--ro-bind', path, path]),
    ...input.links.flatMap(([link, target]) => ['--symlink', target, link]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', shm, '--perms', '1777', '--tmpfs', '/dev/shm'],
    ...['--size', shm, '--perms', '1777', '--tmpfs', '/tmp'],
    ...parents(['/etc/passwd', ...input.readOnly.map((m) => m.inside)]),
    ...input.devices.flatMap((device) => ['--dev-bind', device, device]),
    ...input.readOnly.flatMap(({ host, inside }) => ['--ro-bind', host, inside]),
    ...['--perms', '0644', '--ro-bind-data', String(channels.users), '/etc/passwd'],
    ...['--bind', input.folder, caseFolderInside],
    ...['--remount-ro', '/'],
    ...Object.entries(input.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', input.cwd],
    '--',
  ]
}

/** Makes the folders above mounts, outermost first: bwrap by itself would make them unreadable for the run's own user. */
function parents(paths: string[]): string[] {
  const above = paths.flatMap((path) => {
    const parts = path.split('/').slice(1, -1)
    return parts.map((_, i) => `/${parts.slice(0, i + 1).join('/')}`)
  })
  const missing = [...new Set(above)].filter((path) => !/^\/((usr|proc|dev)(\/|$)|tmp$)/.test(path)).sort()
  return missing.flatMap((path) => ['--perms', '0755', '--dir', path])
}
