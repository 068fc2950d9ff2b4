import { chownSync, existsSync, readFileSync } from 'node:fs'
import { resource } from '../resources.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import { channels, closingDescriptors } from './bubblewrap-process.ts'
import { scrubbedEnvironment } from './environment.ts'
import { sayingHowItEnded } from './exit-status.ts'
import { gpuDevices, gpuFolders, interpreterMounts, systemLayout } from './host-layout.ts'
import { kernelLimits } from './kernel-limits.ts'
import { caseFolderInside, type Launch, type SandboxSpec } from './spec.ts'
import { systemCallFilter } from './system-calls.ts'

const firstUser = 61_000
const users = 4000
let nextUser = process.pid

export function bubblewrapLaunch(spec: SandboxSpec): Launch {
  const root = isRealRoot()
  // A user of its own, so that the kernel's limit on processes counts for root too. Concurrent runs must not share it.
  const uid = root ? firstUser + (nextUser++ % users) : (process.getuid?.() ?? firstUser)
  if (root) chownSync(spec.folder, uid, uid)
  const filter = systemCallFilter(process.arch)
  const { system, links } = systemLayout()
  const args = bubblewrapArguments({
    folder: spec.folder,
    cwd: spec.cwd ?? caseFolderInside,
    readOnly: [
      { host: resource('sandbox', 'hosts'), inside: '/etc/hosts' },
      { host: resource('sandbox', 'nsswitch.conf'), inside: '/etc/nsswitch.conf' },
      ...interpreterMounts(spec.interpreter),
      ...spec.readOnly,
    ],
    system: spec.gpu ? [...system, ...gpuFolders()] : system,
    links,
    devices: spec.gpu ? gpuDevices() : [],
    env: { ...scrubbedEnvironment, ...spec.env },
    root,
    filtered: filter !== null,
    memoryBytes: spec.limits.memoryBytes,
  })
  const inside = [...sayingHowItEnded(), ...kernelLimits(spec.limits), ...(root ? setpriv(uid) : []), ...spec.argv]
  const [command, ...rest] = closingDescriptors([
    'bwrap',
    '--json-status-fd',
    String(channels.status),
    ...args,
    ...inside,
  ])
  return {
    command,
    args: rest,
    // Without HOME, bash asks the user database, which takes longer than everything else.
    env: { PATH: process.env.PATH ?? '', HOME: '/' },
    cwd: '/',
    kind: 'bubblewrap',
    filter,
    users: `repgen:x:${uid}:${uid}::/tmp:/bin/sh\n`,
  }
}

/** Root that may become other users: not that of a user namespace with one user. */
export function isRealRoot(): boolean {
  if (process.getuid?.() !== 0) return false
  if (!existsSync('/proc/self/uid_map')) return true
  const ranges = readFileSync('/proc/self/uid_map', 'latin1').trim().split('\n')
  return ranges.some((line) => {
    const [inside = 0, , count = 0] = line.trim().split(/\s+/).map(Number)
    return inside <= firstUser && firstUser + users <= inside + count
  })
}

const setpriv = (uid: number) => [
  ...['/usr/bin/setpriv', '--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--no-new-privs'],
  ...['--bounding-set=-all', '--inh-caps=-all', '--'],
]
