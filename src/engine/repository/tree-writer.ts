import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { linkStaysInside, unsafePath } from './safe-path.ts'

/** What may be written into a case's folder from one repository. */
export const writeCaps = { files: 50_000, bytes: 1_000_000_000 }

const maxNotes = 20

/**
 * Writes files of a hostile repository into a new folder. Links are made last and only where they stay inside, so no file is
 * ever written through one; files are made anew (O_EXCL), so names that a file system folds into one do not overwrite each other.
 */
export class TreeWriter {
  readonly folder: string
  files = 0
  readonly #folders = new Map<string, Promise<unknown>>()
  readonly #links: { path: string; target: string }[] = []
  readonly #notes: string[] = []
  #unsaid = 0

  constructor(folder: string) {
    this.folder = folder
  }

  async file(path: string, content: Uint8Array, executable: boolean): Promise<void> {
    if (!this.#allowed(path)) return
    try {
      await this.makeFolder(dirname(path))
      const at = join(this.folder, path)
      await writeFile(at, content, { flag: 'wx', mode: executable ? 0o755 : 0o644 })
      this.files++
    } catch (error) {
      this.#failed(path, error)
    }
  }

  /** Remembers a link; `finish` makes it. */
  link(path: string, target: string): void {
    if (!this.#allowed(path)) return
    if (linkStaysInside(path, target)) this.#links.push({ path, target })
    else this.note(`Left out ${path}: a link that leads out of the repository`)
  }

  makeFolder(path: string): Promise<unknown> {
    const known = this.#folders.get(path)
    if (known !== undefined) return known
    const made = mkdir(join(this.folder, path), { recursive: true })
    this.#folders.set(path, made)
    return made
  }

  note(text: string): void {
    if (this.#notes.length < maxNotes) this.#notes.push(text)
    else this.#unsaid++
  }

  /** Makes the links and gives the notes of all that was left out. */
  async finish(): Promise<string[]> {
    for (const { path, target } of this.#links) {
      try {
        await this.makeFolder(dirname(path))
        await symlink(target, join(this.folder, path))
        this.files++
      } catch (error) {
        this.#failed(path, error)
      }
    }
    return this.#unsaid === 0 ? this.#notes : [...this.#notes, `and ${this.#unsaid} more like these`]
  }

  #allowed(path: string): boolean {
    const why = unsafePath(path)
    if (why !== null) this.note(`Left out ${JSON.stringify(path.slice(0, 200))}: ${why}`)
    return why === null
  }

  /** A name that clashes is the repository's doing and is left out; a full disk is not. */
  #failed(path: string, error: unknown): void {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (!['EEXIST', 'ENOTDIR', 'EISDIR', 'EILSEQ', 'EINVAL', 'ENAMETOOLONG'].includes(code)) throw error
    this.note(`Left out ${path}: another name in the repository takes its place (${code})`)
  }
}
