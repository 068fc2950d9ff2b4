import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type Interpreter, interpreterSchema } from '../../shared/run.ts'

/** Raised when an inspection would say something else of the same interpreter. */
const inspection = 2
const entrySchema = z.object({ stamp: z.string(), interpreter: interpreterSchema })
const fileSchema = z.record(z.string(), entrySchema)

/** What was found before, by path; an entry counts while nothing of the interpreter and its packages has changed. */
export class InterpreterCache {
  readonly #file: string
  readonly #entries: z.infer<typeof fileSchema>
  #changed = false

  constructor(file: string) {
    this.#file = file
    this.#entries = readEntries(file)
  }

  get(path: string): Interpreter | null {
    const entry = this.#entries[path]
    return entry !== undefined && entry.stamp === stampOf(path, entry.interpreter.prefixes) ? entry.interpreter : null
  }

  set(path: string, interpreter: Interpreter): void {
    this.#entries[path] = { stamp: stampOf(path, interpreter.prefixes), interpreter }
    this.#changed = true
  }

  /** Whole or not at all, as other processes read it. */
  save(): void {
    if (!this.#changed) return
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      const draft = `${this.#file}.${process.pid}`
      writeFileSync(draft, JSON.stringify(this.#entries))
      renameSync(draft, this.#file)
    } catch {
      // A cache that cannot be written costs time, nothing else.
    }
  }
}

function readEntries(file: string): z.infer<typeof fileSchema> {
  try {
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return {}
  }
}

function stampOf(path: string, prefixes: string[]): string {
  const folders = prefixes.flatMap((prefix) => [
    prefix,
    join(prefix, 'pyvenv.cfg'),
    ...sites(prefix),
    ...sites(join(prefix, 'local')),
  ])
  return [inspection, realpathSync(path), time(path), ...folders.map(time)].join(' ')
}

function sites(prefix: string): string[] {
  const libraries = join(prefix, 'lib')
  const versions = existsSync(libraries) ? readdirSync(libraries).filter((name) => name.startsWith('python')) : []
  return versions.flatMap((name) => ['site-packages', 'dist-packages'].map((folder) => join(libraries, name, folder)))
}

function time(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
