import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'))
  chmodSync(folder, 0o755)
  return folder
}

export function git(folder: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', GIT_ALLOW_PROTOCOL: 'file' }
  const as = [
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.org',
    '-c',
    'commit.gpgsign=false',
    '-c',
    'init.defaultBranch=main',
  ]
  return execFileSync('git', [...as, '-C', folder, ...args], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()
}

export function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (text.startsWith('-> ')) symlinkSync(text.slice(3), join(folder, path))
    else writeFileSync(join(folder, path), text)
  }
}

/** Commits the files, dated, and gives the full hash. */
export function commit(folder: string, files: Record<string, string>, date = '2023-01-01T12:00:00Z'): string {
  write(folder, files)
  git(folder, 'add', '-A')
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date }
  execFileSync(
    'git',
    ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-C', folder, 'commit', '-qm', 'x', '--allow-empty'],
    { env },
  )
  return git(folder, 'rev-parse', 'HEAD')
}

export function makeClone(files: Record<string, string>): string {
  const folder = join(temporaryFolder(), 'vision')
  mkdirSync(folder)
  git(folder, 'init', '-q')
  commit(folder, files)
  return folder
}

/** Every path below a folder with its kind, contents and time of change: equal before and after means untouched. */
export function snapshot(folder: string): Record<string, string> {
  const seen: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const content = entry.isFile() ? readFileSync(path, 'base64') : entry.isSymbolicLink() ? readlinkSync(path) : ''
    seen[path] = `${lstatSync(path).mtimeMs} ${lstatSync(path).mode} ${content}`
  }
  return seen
}
