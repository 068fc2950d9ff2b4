import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { type Interpreter, interpreterSchema } from '../../shared/run.ts'
import { inspectInterpreter } from './inspect-interpreter.ts'

export type FindOptions = {
  /** `--python`. */
  given: string | null
  /** The user's repository: interpreters in it are foreign code. */
  repository: string | null
  env?: NodeJS.ProcessEnv
}

/** The interpreter that was asked for is not one. */
export class NotAnInterpreterError extends Error {
  override name = 'NotAnInterpreterError'
}

type Candidate = { path: string; source: Interpreter['source'] }

/**
 * Pythons of this machine, the given one first. Each is asked once and remembered until it or its site-packages change.
 * @throws NotAnInterpreterError where the given one does not answer.
 */
export async function findInterpreters(options: FindOptions): Promise<Interpreter[]> {
  const env = options.env ?? process.env
  const given: Candidate[] = options.given === null ? [] : [{ path: givenPath(options.given, env), source: 'given' }]
  const cache = new Cache(join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'repgen', 'interpreters.json'))
  const found: Interpreter[] = []
  const seen = new Set<string>()
  for (const { path, source } of [...given, ...candidates(env)]) {
    const key = `${realpathSync(path)} ${dirname(dirname(path))}`
    if (seen.has(key)) continue
    seen.add(key)
    const foreign = options.repository !== null && isInside(path, options.repository)
    if (foreign && source !== 'given') continue
    const known = cache.get(path) ?? (await inspectInterpreter(path, source, foreign))
    if (known !== null) {
      cache.set(path, known)
      found.push({ ...known, source, foreign })
    } else if (source === 'given') {
      throw new NotAnInterpreterError(
        `${options.given} does not answer as a Python does. Give the path of a python executable with --python.`,
      )
    }
  }
  cache.save()
  return found
}

function givenPath(given: string, env: NodeJS.ProcessEnv): string {
  const direct = existsSync(given) && statSync(given).isDirectory() ? join(given, 'bin', 'python') : given
  const path = direct.includes('/')
    ? resolve(direct)
    : (env['PATH'] ?? '')
        .split(delimiter)
        .map((p) => join(p, direct))
        .find(isExecutable)
  if (path === undefined || !isExecutable(path)) {
    throw new NotAnInterpreterError(
      `${given} is not an executable file. Give the path of a python executable with --python.`,
    )
  }
  return path
}

function candidates(env: NodeJS.ProcessEnv): Candidate[] {
  const home = homedir()
  const pythons = (folder: string) =>
    list(folder)
      .filter((name) => /^python3(\.\d+)?$/.test(name))
      .map((name) => join(folder, name))
  const each = (folder: string, source: Interpreter['source']) =>
    list(folder).map((name) => ({ path: join(folder, name, 'bin', 'python'), source }))
  const path = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '' && !folder.endsWith('/shims'))
  const found: Candidate[] = [
    ...(env['VIRTUAL_ENV'] === undefined
      ? []
      : [{ path: join(env['VIRTUAL_ENV'], 'bin', 'python'), source: 'venv' as const }]),
    ...(env['CONDA_PREFIX'] === undefined
      ? []
      : [{ path: join(env['CONDA_PREFIX'], 'bin', 'python'), source: 'conda' as const }]),
    ...['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
      .flatMap(pythons)
      .map((p) => ({ path: p, source: 'system' as const })),
    ...path.flatMap(pythons).map((p) => ({ path: p, source: 'path' as const })),
    { path: join(env['XDG_CACHE_HOME'] ?? join(home, '.cache'), 'repgen', 'venv', 'bin', 'python'), source: 'venv' },
    ...each(join(env['PYENV_ROOT'] ?? join(home, '.pyenv'), 'versions'), 'pyenv'),
    ...['.venvs', '.virtualenvs'].flatMap((folder) => each(join(home, folder), 'venv')),
    ...['miniconda3', 'anaconda3', 'miniforge3', 'mambaforge'].flatMap((name) => [
      { path: join(home, name, 'bin', 'python'), source: 'conda' as const },
      ...each(join(home, name, 'envs'), 'conda'),
    ]),
  ]
  return found.filter(({ path }) => isExecutable(path))
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function isInside(path: string, folder: string): boolean {
  const root = realpathSync(folder)
  return path.startsWith(`${root}/`) || resolve(path).startsWith(`${resolve(folder)}/`)
}

const cached = z.record(z.string(), z.object({ stamp: z.string(), interpreter: interpreterSchema }))

/** What was found before, by path; an entry counts while nothing of the interpreter has changed. */
class Cache {
  readonly #file: string
  readonly #entries: z.infer<typeof cached>
  #changed = false

  constructor(file: string) {
    this.#file = file
    this.#entries = readCache(file)
  }

  get(path: string): Interpreter | null {
    const entry = this.#entries[path]
    return entry !== undefined && entry.stamp === stampOf(path, entry.interpreter.prefixes) ? entry.interpreter : null
  }

  set(path: string, interpreter: Interpreter): void {
    const stamp = stampOf(path, interpreter.prefixes)
    this.#changed ||= this.#entries[path]?.stamp !== stamp
    this.#entries[path] = { stamp, interpreter }
  }

  save(): void {
    if (!this.#changed) return
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      writeFileSync(this.#file, JSON.stringify(this.#entries))
    } catch {
      // A cache that cannot be written costs time, nothing else.
    }
  }
}

function readCache(file: string): z.infer<typeof cached> {
  try {
    return cached.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

function stampOf(path: string, prefixes: string[]): string {
  const time = (file: string) => (existsSync(file) ? statSync(file).mtimeMs : 0)
  const sites = prefixes.flatMap((p) => [
    p,
    ...list(join(p, 'lib'))
      .filter((n) => n.startsWith('python'))
      .flatMap((n) => [join(p, 'lib', n, 'site-packages'), join(p, 'lib', n, 'dist-packages')]),
  ])
  return [realpathSync(path), time(path), ...sites.map(time)].join(' ')
}
