import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from '../sandbox/run-tool.ts'
import { copyRefs } from './copy-refs.ts'
import { RepositoryBrokenError } from './errors.ts'
import type { GitFolder } from './locate-git.ts'

/**
 * Nothing of a repository's configuration is ever read: git sees a folder of ours with a configuration of ours, and the foreign
 * objects beside it, mounted read-only. So there is no fsmonitor, hook, filter, include or remote to run. The rest is a second
 * line: replaced objects, lazy fetches and every transport are off.
 */
const environment = {
  GIT_DIR: 'git',
  GIT_OBJECT_DIRECTORY: '/objects',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_TERMINAL_PROMPT: '0',
  GIT_PROTOCOL_FROM_USER: '0',
}

export type GitOptions = { signal?: AbortSignal; unsandboxed?: boolean }

/** Git over a clone's objects, in the sandbox. Dispose it: it keeps a folder for what passes between git and us. */
export class GitObjects implements AsyncDisposable {
  readonly #git: GitFolder
  readonly #work: string
  readonly #options: GitOptions

  private constructor(git: GitFolder, work: string, options: GitOptions) {
    this.#git = git
    this.#work = work
    this.#options = options
  }

  /** `scratch` is a folder of ours on a disk with room for the revision's files. */
  static async open(git: GitFolder, scratch: string, options: GitOptions = {}): Promise<GitObjects> {
    const work = await mkdtemp(join(scratch, '.git-objects-'))
    const own = join(work, 'git')
    for (const folder of ['refs', 'objects']) await mkdir(join(own, folder), { recursive: true })
    const sha256 = git.objectFormat === 'sha256'
    const version = `[core]\n\trepositoryformatversion = ${sha256 ? 1 : 0}\n\tbare = true\n\tfsmonitor = false\n\thooksPath = /dev/null\n`
    const format = sha256 ? '[extensions]\n\tobjectformat = sha256\n' : ''
    await writeFile(join(own, 'config'), version + format)
    await copyRefs(git, own)
    return new GitObjects(git, work, options)
  }

  /** Writes a file that a script can read; the name is relative to the script's directory. */
  async put(name: string, text: string): Promise<void> {
    await writeFile(join(this.#work, name), text)
  }

  path(name: string): string {
    return join(this.#work, name)
  }

  read(name: string): Promise<Buffer> {
    return readFile(this.path(name))
  }

  /**
   * Runs a shell script of ours, whose arguments are never part of its text. Throws RepositoryBrokenError with git's last words where
   * it fails; seconds is its limit on wall time.
   */
  async run(script: string, args: string[], seconds: number): Promise<void> {
    const { signal, unsandboxed } = this.#options
    const result = await runTool({
      argv: ['/bin/sh', '-euc', script, 'git-objects', ...args],
      folder: this.#work,
      readOnly: [{ host: join(this.#git.common, 'objects'), inside: '/objects' }],
      env: environment,
      wallSeconds: seconds,
      outputBytes: 1_000_000,
      ...(signal === undefined ? {} : { signal }),
      ...(unsandboxed === undefined ? {} : { unsandboxed }),
    })
    signal?.throwIfAborted()
    if (result.exit.code === 0 && result.endedBy === 'itself') return
    throw new RepositoryBrokenError(this.#git.common, why(result))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#work, { recursive: true, force: true })
  }
}

function why({ endedBy, exit, stderr }: { endedBy: string; exit: { signal: string | null }; stderr: string }): string {
  if (endedBy !== 'itself') return `git was ended by our limit: ${endedBy}`
  if (exit.signal === 'SIGXFSZ') return 'what git wrote grew past our limit on file size'
  return stderr.trim().split('\n').at(-1)?.slice(0, 300) || 'git failed without a word'
}
