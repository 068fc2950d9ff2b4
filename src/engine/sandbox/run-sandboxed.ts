import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { EndedBy, Exit } from '../../shared/run.ts'
import { channels, type Heard, handOver, heardFrom, killProcess, Namespace } from './bubblewrap-process.ts'
import { captureOutput } from './capture-output.ts'
import { exitFrom } from './exit-status.ts'
import { launchOf } from './launch.ts'
import { reallyEndedBy } from './really-ended-by.ts'
import type { Launch, SandboxResult, SandboxSpec } from './spec.ts'
import { killMarked, markedNow, newMark } from './strays.ts'
import { watchRun } from './watch-run.ts'

/**
 * Runs a foreign program in the sandbox and watches it from outside. The whole tree of processes is dead when the promise settles.
 * @throws SandboxUnavailableError where there is no sandbox and the person has not allowed a run without.
 * @throws OutputNotKeptError where the disk does not take the output.
 */
export async function runSandboxed(spec: SandboxSpec): Promise<SandboxResult> {
  const started = performance.now()
  const program = start(launchOf(spec))
  const { child } = program
  child.stdin.end(spec.stdin ?? '')
  let endedBy: EndedBy = 'itself'
  let over = false
  const stop = (why: EndedBy) => {
    if (endedBy === 'itself' && !over) endedBy = why
    killGroup(child)
  }
  const onAbort = () => stop('stopped')
  if (spec.signal?.aborted) onAbort()
  spec.signal?.addEventListener('abort', onAbort)
  const wall = setTimeout(() => stop('wall'), spec.limits.wallSeconds * 1000)
  const { limits, folder } = spec
  const watch = watchRun({ limits, folder, roots: program.roots, ours: program.ours, exceeded: stop })
  const room = { bytes: limits.outputBytes }
  const capture = (name: 'stdout' | 'stderr') =>
    captureOutput(
      child[name],
      spec.outputFiles[name],
      room,
      () => stop('output'),
      (text) => spec.onOutput?.(name, text),
    ).catch((error) => {
      killGroup(child)
      throw error
    })
  const outputs = Promise.all([capture('stdout'), capture('stderr')])
  // It is awaited below; until then a failure must not count as unhandled.
  outputs.catch(() => undefined)
  try {
    const exit = await program.exit
    over = endedBy === 'itself'
    const seconds = (performance.now() - started) / 1000
    clearTimeout(wall)
    watch.end()
    // Nothing of a run outlives it, nor keeps its output open.
    killGroup(child)
    await program.killRest()
    const impatient = setTimeout(() => [child.stdout, child.stderr].map((stream) => stream.destroy()), 1000)
    const [stdout, stderr] = await outputs.finally(() => clearTimeout(impatient))
    if (endedBy === 'itself')
      endedBy = stdout.cut || stderr.cut ? 'output' : await reallyEndedBy(exit, spec, watch.seen())
    return { exit, endedBy, seconds, peakBytes: watch.seen().peakBytes, sandboxed: program.sandboxed, stdout, stderr }
  } finally {
    clearTimeout(wall)
    watch.end()
    spec.signal?.removeEventListener('abort', onAbort)
  }
}

type Child = ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable }
type Program = {
  child: Child
  exit: Promise<Exit>
  sandboxed: boolean
  /** Processes whose descendants are the run, and how many of all these are ours. */
  roots: () => number[]
  ours: number
  killRest: () => Promise<void>
}

function start(launch: Launch): Program {
  const { command, args, cwd } = launch
  const bubblewrapped = launch.kind === 'bubblewrap'
  const mark = newMark()
  const env = bubblewrapped ? launch.env : { ...launch.env, ...mark }
  const pipes = bubblewrapped ? Object.values(channels).length : 0
  const stdio = Array.from({ length: 3 + pipes }, () => 'pipe' as const)
  const child = spawn(command, args, { cwd, env, detached: true, stdio }) as Child
  // A script may close its input before it has read all of it.
  child.stdin.on('error', () => undefined)
  const own = child.pid === undefined ? [] : [child.pid]
  const sandboxed = launch.kind !== 'none'
  if (!bubblewrapped) {
    const strays = markedNow(mark)
    return {
      child,
      exit: endOf(child, null),
      sandboxed,
      roots: () => [...own, ...strays()],
      ours: 0,
      killRest: () => killMarked(mark),
    }
  }
  const namespace = new Namespace(child)
  handOver(child, channels.filter, launch.filter ?? '')
  handOver(child, channels.users, launch.users ?? '')
  // bwrap, the first process of its namespace, and the shell that says how the program ended.
  return {
    child,
    exit: endOf(child, heardFrom(child, channels.ending)),
    sandboxed,
    roots: () => own,
    ours: 3,
    killRest: () => namespace.empty(),
  }
}

function endOf(child: ChildProcess, ending: Heard | null): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', async (code, signal) => {
      if (ending === null) return resolve({ code, signal })
      if (signal === null) await ending.until(/^exit \d+$/m)
      ending.close()
      resolve(exitFrom(code, signal, ending.text()))
    })
  })
}

/** The program and all that stayed in its process group; for bwrap, that is the end of its namespace. */
function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) killProcess(-child.pid)
}
