import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { Interpreter } from '../../shared/run.ts'
import { inspectInterpreter } from './inspect-interpreter.ts'
import { InterpreterCache } from './interpreter-cache.ts'
import { identityOf, properPath } from './interpreter-home.ts'
import { type Place, pythonPlaces } from './python-places.ts'
import { shimTarget } from './shims.ts'

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

/**
 * Pythons of this machine, the given one first. Each is asked once and remembered until it or its site-packages change. One inside the
 * repository is only there when it was given.
 * @throws NotAnInterpreterError where the given one does not answer.
 */
export async function findInterpreters(options: FindOptions): Promise<Interpreter[]> {
  const env = options.env ?? process.env
  const home = env.HOME ?? homedir()
  const cacheHome = env.XDG_CACHE_HOME ?? join(home, '.cache')
  const cache = new InterpreterCache(join(cacheHome, 'repgen', 'interpreters.json'))
  const given: Place[] = options.given === null ? [] : [{ path: givenPath(options.given, env), source: 'given' }]
  const places = new Map<string, Place & { foreign: boolean }>()
  for (const { path, source } of [...given, ...pythonPlaces(env, home).filter((place) => isExecutable(place.path))]) {
    const foreign = options.repository !== null && isInside(path, options.repository)
    const key = identityOf(path)
    if (!places.has(key) && (!foreign || source === 'given'))
      places.set(key, { path: properPath(path), source, foreign })
  }
  const found = await Promise.all([...places.values()].map((place) => known(place, cache)))
  cache.save()
  if (options.given !== null && found[0] === null) {
    const fix = 'Give the path of a python executable with --python.'
    throw new NotAnInterpreterError(`${options.given} does not answer as a Python does. ${fix}`)
  }
  return found.filter((interpreter) => interpreter !== null)
}

/** What a foreign one says is never remembered: it would be believed elsewhere. */
async function known(
  { path, source, foreign }: Place & { foreign: boolean },
  cache: InterpreterCache,
): Promise<Interpreter | null> {
  const before = foreign ? null : cache.get(path)
  if (before !== null) return { ...before, source }
  const now = await inspectInterpreter(path, source, foreign)
  if (!foreign && now !== null) cache.set(path, now)
  return now
}

/** A path, a folder with bin/python, or a name on PATH. */
function givenPath(given: string, env: NodeJS.ProcessEnv): string {
  const direct = isFolder(given) ? join(given, 'bin', 'python') : given
  const path = direct.includes('/')
    ? resolve(direct)
    : (env.PATH ?? '')
        .split(delimiter)
        .map((folder) => join(folder, direct))
        .find(isExecutable)
  const target = path === undefined ? null : shimTarget(path, env)
  if (target === null || !isExecutable(target)) {
    throw new NotAnInterpreterError(
      `${given} is not an executable file. Give the path of a python executable with --python.`,
    )
  }
  return target
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory()
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Whether the folder of a file is in another, by the paths as given or without links. */
function isInside(path: string, folder: string): boolean {
  if (!existsSync(folder)) return false
  const inside = (one: string, other: string) => one === other || one.startsWith(`${other}/`)
  const within = resolve(dirname(path))
  return (
    inside(within, resolve(folder)) ||
    inside(realpathSync(within), realpathSync(folder)) ||
    inside(realpathSync(path), realpathSync(folder))
  )
}
