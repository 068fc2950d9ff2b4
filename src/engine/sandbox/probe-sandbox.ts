import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { systemLayout } from './host-layout.ts'

export type SandboxStatus = {
  kind: 'bubblewrap' | 'seatbelt' | 'none'
  works: boolean
  version: string | null
  problem: string | null
  /** The command that helps. */
  fix: string | null
}

let known: SandboxStatus | undefined

/** Is there a sandbox that really starts a program? Asked once per process. */
export function probeSandbox(): SandboxStatus {
  known ??= process.platform === 'darwin' ? probeSeatbelt() : probeBubblewrap()
  return known
}

function probeBubblewrap(): SandboxStatus {
  const none = (problem: string, fix: string, version: string | null = null): SandboxStatus => ({
    kind: version === null ? 'none' : 'bubblewrap',
    works: false,
    version,
    problem,
    fix,
  })
  if (process.platform !== 'linux')
    return none(`there is no sandbox for ${process.platform}`, 'run RepGen on Linux, in WSL2 or in a virtual machine')
  const asked = spawnSync('bwrap', ['--version'], { encoding: 'utf8', timeout: 5000 })
  if (asked.error !== undefined || asked.status !== 0)
    return none('bubblewrap is not installed', 'sudo apt-get install bubblewrap')
  const version = asked.stdout.trim().replace(/^bubblewrap\s+/, '')
  const { system, links } = systemLayout()
  const mounts = [
    ...system.flatMap((p) => ['--ro-bind', p, p]),
    ...links.flatMap(([link, target]) => ['--symlink', target, link]),
  ]
  const tried = spawnSync(
    'bwrap',
    ['--unshare-all', '--die-with-parent', ...mounts, '--proc', '/proc', '--dev', '/dev', '--', '/bin/true'],
    {
      encoding: 'utf8',
      timeout: 10_000,
    },
  )
  if (tried.status === 0) return { kind: 'bubblewrap', works: true, version, problem: null, fix: null }
  const problem = `bubblewrap cannot start a program: ${tried.stderr.trim().split('\n')[0] ?? 'no message'}`
  if (existsSync('/proc/sys/kernel/apparmor_restrict_unprivileged_userns')) {
    return none(
      problem,
      'sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for bwrap that allows userns',
      version,
    )
  }
  if (existsSync('/proc/sys/kernel/unprivileged_userns_clone'))
    return none(problem, 'sudo sysctl -w kernel.unprivileged_userns_clone=1', version)
  return none(
    problem,
    'allow user namespaces (in a container: run it with --security-opt seccomp=unconfined or --privileged)',
    version,
  )
}

function probeSeatbelt(): SandboxStatus {
  const works = existsSync('/usr/bin/sandbox-exec')
  return {
    kind: 'seatbelt',
    works,
    version: null,
    problem: works ? null : 'sandbox-exec is not there',
    fix: works ? null : 'use a version of macOS that has /usr/bin/sandbox-exec',
  }
}
