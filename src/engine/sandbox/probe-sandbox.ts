import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import { isRealRoot } from './bubblewrap-launch.ts'
import { channels } from './bubblewrap-process.ts'
import { systemLayout } from './host-layout.ts'
import { linuxStatus, type SandboxStatus } from './sandbox-status.ts'

export type { SandboxStatus } from './sandbox-status.ts'

let known: SandboxStatus | undefined

/** Is there a sandbox that really starts a program? Asked once per process. */
export function probeSandbox(): SandboxStatus {
  known ??= probe()
  return known
}

function probe(): SandboxStatus {
  if (process.platform === 'linux') return probeLinux()
  if (process.platform === 'darwin' && existsSync('/usr/bin/sandbox-exec')) {
    return { kind: 'seatbelt', works: true, version: null, problem: null, fix: null }
  }
  const problem =
    process.platform === 'darwin' ? '/usr/bin/sandbox-exec is not there' : `there is no sandbox for ${process.platform}`
  return {
    kind: 'none',
    works: false,
    version: null,
    problem,
    fix: 'run RepGen on Linux, in WSL2 or in a virtual machine',
  }
}

function probeLinux(): SandboxStatus {
  const asked = spawnSync('bwrap', ['--version'], { encoding: 'utf8', timeout: 5000 })
  const version = asked.status === 0 ? asked.stdout.trim().replace(/^bubblewrap\s+/, '') : null
  const root = isRealRoot()
  return linuxStatus({
    version,
    missing: ['/usr/bin/prlimit', ...(root ? ['/usr/bin/setpriv'] : [])].filter((path) => !existsSync(path)),
    failure: version === null ? null : trial(root),
    apparmorRestriction: setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns'),
    usernsClone: setting('/proc/sys/kernel/unprivileged_userns_clone'),
    maxUserNamespaces: setting('/proc/sys/user/max_user_namespaces'),
    container: existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
  })
}

/** Starts /bin/true as a run is started; what bwrap says where it cannot. */
function trial(root: boolean): string | null {
  const nothing = openSync('/dev/null', 'r')
  try {
    const args = bubblewrapArguments({
      folder: tmpdir(),
      cwd: '/',
      readOnly: [],
      ...systemLayout(),
      devices: [],
      env: {},
      root,
      filtered: false,
      memoryBytes: 2 ** 20,
    })
    const streams = ['ignore', 'pipe', 'pipe', ...Array(channels.users - 3).fill('ignore'), nothing]
    const { status, stderr, error } = spawnSync('bwrap', [...args, '/bin/true'], {
      stdio: streams,
      encoding: 'utf8',
      timeout: 10_000,
    })
    if (status === 0) return null
    return stderr?.trim().split('\n')[0] || error?.message || 'it says nothing'
  } finally {
    closeSync(nothing)
  }
}

function setting(file: string): string | null {
  try {
    return readFileSync(file, 'latin1').trim()
  } catch {
    return null
  }
}
