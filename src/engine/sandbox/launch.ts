import { realpathSync } from 'node:fs'
import { bubblewrapLaunch } from './bubblewrap-launch.ts'
import { scrubbedEnvironment } from './environment.ts'
import { interpreterMounts } from './host-layout.ts'
import { kernelLimits } from './kernel-limits.ts'
import { probeSandbox } from './probe-sandbox.ts'
import { seatbeltProfile } from './seatbelt-profile.ts'
import { caseFolderInside, type Launch, type SandboxSpec, SandboxUnavailableError } from './spec.ts'

/**
 * How a run is started on this machine.
 * @throws SandboxUnavailableError where there is no sandbox and the person has not allowed a run without, or the interpreter is foreign.
 */
export function launchOf(spec: SandboxSpec): Launch {
  const status = probeSandbox()
  if (status.works && status.kind === 'bubblewrap') return bubblewrapLaunch(spec)
  if (status.works && status.kind === 'seatbelt') return seatbelted(spec)
  const why = `Nothing was run, as ${status.problem}. To have a sandbox: ${status.fix}.`
  if (spec.interpreter?.foreign === true) {
    throw new SandboxUnavailableError(
      `${why} An interpreter of the repository never runs without one: give another with --python.`,
    )
  }
  if (!spec.unsandboxed) throw new SandboxUnavailableError(`${why} To run this case without one: --allow-unsandboxed`)
  return onTheHost(spec, process.platform === 'linux' ? kernelLimits(spec.limits) : [])
}

/** The profile knows files by their real paths alone. */
function seatbelted(spec: SandboxSpec): Launch {
  const folder = realpathSync(spec.folder)
  const host = onTheHost({ ...spec, folder, env: { HOME: folder, TMPDIR: folder, ...spec.env } }, [])
  const readOnly = [...interpreterMounts(spec.interpreter), ...spec.readOnly].map((m) => realpathSync(m.host))
  const args = ['-p', seatbeltProfile({ folder, readOnly }), host.command, ...host.args]
  return { ...host, command: '/usr/bin/sandbox-exec', args, kind: 'seatbelt' }
}

/** Without mounts, paths inside are those of the host. */
function onTheHost(spec: SandboxSpec, before: string[]): Launch {
  const mounts = [{ host: spec.folder, inside: caseFolderInside }, ...spec.readOnly]
  const there = (text: string) => {
    const mount = mounts.find(({ inside }) => text === inside || text.startsWith(`${inside}/`))
    return mount === undefined ? text : mount.host + text.slice(mount.inside.length)
  }
  const inside = { ...scrubbedEnvironment, ...spec.env }
  const env = Object.fromEntries(Object.entries(inside).map(([k, v]) => [k, v.split(':').map(there).join(':')]))
  const [command = '', ...args] = [...before, ...spec.argv.map(there)]
  return { command, args, env, cwd: there(spec.cwd ?? caseFolderInside), kind: 'none', filter: null, users: null }
}
