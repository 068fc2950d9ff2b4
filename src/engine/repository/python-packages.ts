import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { outlineModule, type TopLevelSymbol } from './top-level-symbols.ts'

export type RepositoryModule = { module: string; file: string; symbols: TopLevelSymbol[] }

/** The Python side of a repository. All paths are relative to its folder, with `/`. */
export type RepositorySymbols = {
  /** Top-level packages and modules: what an import of the project begins with. */
  roots: string[]
  /** Folders to put on sys.path, the likeliest first; `.` is the folder itself. */
  paths: string[]
  /** Importable from one of the paths, the shallow ones first. */
  modules: RepositoryModule[]
  /** All Python files, the shallow ones first. */
  files: string[]
  /** Files with a `__main__` guard or an argument parser. */
  scripts: string[]
}

const skipped = new Set(['node_modules', '__pycache__', 'build', 'dist', 'site-packages', 'venv', 'env'])
const aside = /^(?:tests?|testing|docs?|examples?|benchmarks?|third_?party|vendor|external|scripts|tools)$/i
const maxFiles = 5000
const maxBytes = 1_000_000

/** Lists modules, their top-level names and entry scripts. Caps: 5,000 Python files, 1 MB each; the rest is left out. */
export async function repositorySymbols(folder: string): Promise<RepositorySymbols> {
  const files = await pythonFiles(folder)
  const paths = importPaths(files)
  const modules: RepositoryModule[] = []
  const scripts: string[] = []
  for (const file of files) {
    const { symbols, script } = outlineModule(await readHead(join(folder, file)))
    if (script) scripts.push(file)
    const module = moduleName(file, paths)
    if (module !== null) modules.push({ module, file, symbols })
  }
  modules.sort((a, b) => rank(a.file) - rank(b.file))
  return { roots: topLevelNames(modules), paths, modules, files, scripts: scripts.sort((a, b) => rank(a) - rank(b)) }
}

/** What an import of the project can begin with; set-up files, tests and the like do not count. */
function topLevelNames(modules: RepositoryModule[]): string[] {
  const names = modules.map(({ module }) => module.split('.')[0] as string)
  return [...new Set(names)].filter(
    (name) => !aside.test(name) && !/^(?:setup|conftest|noxfile|versioneer)$/.test(name),
  )
}

/** Folders from which the packages and modules among these files are imported. */
export function importPaths(files: string[]): string[] {
  const packages = packageFolders(files)
  const found = new Set<string>()
  for (const folder of packages) if (!packages.has(parent(folder))) found.add(parent(folder))
  if (files.length > 0) found.add('.')
  if (files.some((file) => /^src\/[^/]+\.py$/.test(file)) && !packages.has('src')) found.add('src')
  const ordered = [...found].sort((a, b) => pathRank(a) - pathRank(b) || a.localeCompare(b))
  return ordered.filter((path) => pathRank(path) < 100)
}

/** Dotted name under which a file is imported from the deepest path that holds it; null where no import can name it. */
export function moduleName(file: string, paths: string[]): string | null {
  const holding = paths.filter((root) => root === '.' || file.startsWith(`${root}/`))
  const root = holding.reduce((best, candidate) => (candidate.length > best.length ? candidate : best), '.')
  const inside = root === '.' ? file : file.slice(root.length + 1)
  const parts = inside.replace(/\.py$/, '').split('/')
  if (parts.at(-1) === '__init__') parts.pop()
  if (parts.length === 0 || parts.some((part) => !/^[^\W\d]\w*$/u.test(part))) return null
  return parts.join('.')
}

function packageFolders(files: string[]): Set<string> {
  return new Set(files.filter((file) => /\/__init__\.py$/.test(file)).map(parent))
}

function parent(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '.' : path.slice(0, slash)
}

function pathRank(root: string): number {
  if (root === '.') return 0
  if (root === 'src') return -1
  return root.split('/').some((part) => aside.test(part)) ? 100 : root.split('/').length
}

function rank(file: string): number {
  const parts = file.split('/')
  return parts.length + (parts.some((part) => aside.test(part)) ? 10 : 0)
}

/** Breadth first, so that the cap leaves out the deepest files. Symbolic links are not followed. */
async function pythonFiles(folder: string): Promise<string[]> {
  const files: string[] = []
  const queue = ['']
  for (let at = 0; at < queue.length && files.length < maxFiles; at++) {
    const here = queue[at] as string
    const entries = await readdir(join(folder, here), { withFileTypes: true }).catch(() => [])
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = here === '' ? entry.name : `${here}/${entry.name}`
      if (entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name)) queue.push(path)
      else if (entry.isFile() && entry.name.endsWith('.py') && files.length < maxFiles) files.push(path)
    }
  }
  return files
}

async function readHead(path: string): Promise<string> {
  const file = await open(path).catch(() => null)
  if (file === null) return ''
  try {
    const buffer = Buffer.alloc(Math.min((await file.stat()).size, maxBytes))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '')
  } finally {
    await file.close()
  }
}
