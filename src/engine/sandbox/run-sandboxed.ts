import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, createWriteStream, existsSync, type WriteStream } from 'node:fs'
import { constants } from 'node:os'
import type { EndedBy, Exit } from '../../shared/run.ts'
import { bubblewrapArguments } from './bubblewrap-arguments.ts'
import { closingDescriptors, namespaceEnd } from './bubblewrap-process.ts'
import { gpuDevices, interpreterMounts, systemLayout } from './host-layout.ts'
import { probeSandbox } from './probe-sandbox.ts'
import { sharedMemory, treeUse } from './process-tree.ts'
import { seatbeltProfile } from './seatbelt-profile.ts'
import { caseFolderInside, type SandboxResult, type SandboxSpec, SandboxUnavailableError } from './spec.ts'

const sampleMilliseconds = 50
/** All files together may take this many times what one may. */
const totalFiles = 4

/**
 * Runs a foreign program in the sandbox and watches it from outside. The whole tree of processes is dead when the promise settles.
 * @throws SandboxUnavailableError where there is no sandbox and the person has not allowed a run without.
 */
export async function runSandboxed(spec: SandboxSpec): Promise<SandboxResult> {
  const { command, args, env, cwd, sandboxed } = launch(spec)
  const started = performance.now()
  const sharedBefore = sharedMemory()
  const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
  const allDead = namespaceEnd(child)
  // A script may close its input before it has read all of it.
  child.stdin.on('error', () => undefined)
  child.stdin.end(spec.stdin ?? '')
  let endedBy: EndedBy = 'itself'
  const stop = (why: EndedBy) => {
    if (endedBy === 'itself') endedBy = why
    kill(child)
  }
  const onAbort = () => stop('stopped')
  if (spec.signal?.aborted) onAbort()
  spec.signal?.addEventListener('abort', onAbort)
  const room = { bytes: spec.limits.outputBytes }
  const outputs = [
    capture(
      child.stdout,
      spec.outputFiles.stdout,
      room,
      () => stop('output'),
      (text) => spec.onOutput?.('stdout', text),
    ),
    capture(
      child.stderr,
      spec.outputFiles.stderr,
      room,
      () => stop('output'),
      (text) => spec.onOutput?.('stderr', text),
    ),
  ] as const
  let peakBytes = 0
  const wall = setTimeout(() => stop('wall'), spec.limits.wallSeconds * 1000)
  const watch = setInterval(() => {
    if (child.pid === undefined) return
    const use = treeUse(child.pid)
    const bytes = use.ownBytes + Math.max(use.sharedBytes, sharedMemory() - sharedBefore)
    peakBytes = Math.max(peakBytes, bytes)
    if (bytes > spec.limits.memoryBytes) stop('memory')
    else if (use.processes > spec.limits.processes + 3) stop('processes')
    else if (use.cpuSeconds > spec.limits.cpuSeconds) stop('cpu')
    else if (use.writtenBytes > spec.limits.fileBytes * totalFiles) stop('output')
  }, sampleMilliseconds)
  try {
    const exit = await ended(child, sandboxed)
    // Whatever is left of the group keeps the pipes open, and nothing of a run outlives it.
    kill(child)
    await allDead()
    const impatient = setTimeout(() => [child.stdout, child.stderr].map((s) => s.destroy()), 1000)
    const [stdout, stderr] = await Promise.all(outputs)
    clearTimeout(impatient)
    if (endedBy === 'itself' && exit.signal === 'SIGXCPU') endedBy = 'cpu'
    return { exit, endedBy, seconds: (performance.now() - started) / 1000, peakBytes, sandboxed, stdout, stderr }
  } finally {
    clearTimeout(wall)
    clearInterval(watch)
    spec.signal?.removeEventListener('abort', onAbort)
  }
}

type Launch = { command: string; args: string[]; env: Record<string, string>; cwd: string; sandboxed: boolean }

function launch(spec: SandboxSpec): Launch {
  const status = probeSandbox()
  if (status.works && status.kind === 'bubblewrap') return bubblewrapped(spec)
  if (status.works && status.kind === 'seatbelt') return seatbelted(spec)
  if (!spec.unsandboxed) {
    throw new SandboxUnavailableError(
      `Nothing was run, as ${status.problem}. To have a sandbox: ${status.fix}. To run this case without one: --allow-unsandboxed`,
    )
  }
  return onTheHost(spec, limited(spec))
}

const scrubbed = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  LANG: 'C.UTF-8',
  LC_ALL: 'C.UTF-8',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONNOUSERSITE: '1',
  PYTHONUNBUFFERED: '1',
}

function bubblewrapped(spec: SandboxSpec): Launch {
  const root = process.getuid?.() === 0
  // A user of its own, so that the kernel's limit on processes counts for root too. Concurrent runs must not share it.
  const uid = root ? 61_000 + (nextUid++ % 4000) : null
  if (uid !== null) chownSync(spec.folder, uid, uid)
  const args = bubblewrapArguments({
    folder: spec.folder,
    cwd: spec.cwd ?? caseFolderInside,
    readOnly: [...interpreterMounts(spec.interpreter), ...spec.readOnly],
    ...systemLayout(),
    devices: spec.gpu ? gpuDevices() : [],
    env: { ...scrubbed, ...spec.env },
    root,
    memoryBytes: spec.limits.memoryBytes,
  })
  const asUser = uid === null ? [] : setpriv(uid)
  const whole: [string, ...string[]] = [
    'bwrap',
    '--json-status-fd',
    '3',
    ...args,
    ...limited(spec),
    ...asUser,
    ...spec.argv,
  ]
  const [command, ...rest] = closingDescriptors(whole)
  // Without HOME, bash asks the user database, which takes longer than everything else.
  return { command, args: rest, env: { PATH: process.env['PATH'] ?? '', HOME: '/' }, cwd: '/', sandboxed: true }
}

let nextUid = process.pid

const setpriv = (uid: number) => [
  ...['/usr/bin/setpriv', '--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--no-new-privs'],
  ...['--bounding-set=-all', '--inh-caps=-all', '--'],
]

/**
 * The kernel's limits, per process. Memory and processor time are watched from outside; theirs only stop what is faster than the watch, and
 * must not come before it, as the run would seem to have ended by itself.
 */
function limited({ limits, gpu }: SandboxSpec): string[] {
  if (!existsSync('/usr/bin/prlimit')) return []
  const memory = gpu ? [] : [`--data=${limits.memoryBytes * 2}`]
  return [
    '/usr/bin/prlimit',
    '--core=0',
    `--nproc=${limits.processes}`,
    `--cpu=${Math.ceil(limits.cpuSeconds) + 2}`,
    `--fsize=${limits.fileBytes}`,
    '--nofile=4096',
    ...memory,
    '--',
  ]
}

function seatbelted(spec: SandboxSpec): Launch {
  const host = onTheHost(spec, [])
  const profile = seatbeltProfile({
    folder: spec.folder,
    readOnly: [...interpreterMounts(spec.interpreter), ...spec.readOnly].map((m) => m.host),
  })
  return {
    ...host,
    command: '/usr/bin/sandbox-exec',
    args: ['-p', profile, host.command, ...host.args],
    sandboxed: true,
  }
}

/** Without mounts, paths inside are those of the host. */
function onTheHost(spec: SandboxSpec, before: string[]): Launch {
  const mounts = [{ host: spec.folder, inside: caseFolderInside }, ...spec.readOnly]
  const there = (text: string) =>
    mounts.reduce(
      (t, { host, inside }) => (t === inside || t.startsWith(`${inside}/`) ? host + t.slice(inside.length) : t),
      text,
    )
  const env = Object.fromEntries(
    Object.entries({ ...scrubbed, ...spec.env }).map(([k, v]) => [k, v.split(':').map(there).join(':')]),
  )
  const [command = '', ...args] = [...before, ...spec.argv.map(there)]
  return { command, args, env, cwd: there(spec.cwd ?? caseFolderInside), sandboxed: false }
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // The group is gone already.
  }
}

function ended(child: ChildProcess, sandboxed: boolean): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(sandboxed ? unfolded(code, signal) : { code, signal }))
  })
}

/** bwrap reports the signal that ended its child as 128 and its number. */
function unfolded(code: number | null, signal: NodeJS.Signals | null): Exit {
  if (signal !== null || code === null || code <= 128) return { code, signal }
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0]
  return name === undefined ? { code, signal } : { code: null, signal: name }
}

/** Writes a stream to its file until the shared room for output is used up. */
async function capture(
  stream: NodeJS.ReadableStream,
  file: string,
  room: { bytes: number },
  full: () => void,
  heard: (text: string) => void,
): Promise<{ bytes: number; cut: boolean }> {
  const out: WriteStream = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const decoder = new TextDecoder()
  let bytes = 0
  let cut = false
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const part = chunk.subarray(0, Math.max(0, room.bytes))
      room.bytes -= part.length
      bytes += part.length
      if (part.length > 0) {
        heard(decoder.decode(part, { stream: true }))
        if (!out.write(part)) await new Promise<void>((resolve) => out.once('drain', () => resolve()))
      }
      if (part.length < chunk.length) {
        cut = true
        full()
        break
      }
    }
  } finally {
    await new Promise<void>((resolve) => out.end(() => resolve()))
  }
  return { bytes, cut }
}
