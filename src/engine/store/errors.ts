/** Another process works on the case. */
export class CaseBusyError extends Error {
  override name = 'CaseBusyError'
}
/** No case has this id, or several begin with it. */
export class CaseNotFoundError extends Error {
  override name = 'CaseNotFoundError'
}
/** The store's folder cannot be written. */
export class StoreUnwritableError extends Error {
  override name = 'StoreUnwritableError'
}
/** The store lies where nothing can be written: a read-only disk, a folder of someone else, a file. */
export class StoreReadOnlyError extends StoreUnwritableError {
  override name = 'StoreReadOnlyError'
}
/** There is no space left for the store. */
export class DiskFullError extends StoreUnwritableError {
  override name = 'DiskFullError'
}
/** Another process kept the database locked for longer than a write waits. */
export class StoreLockedError extends StoreUnwritableError {
  override name = 'StoreLockedError'
}
/** The database is damaged where it was read. Opening the store with a full check (repgen doctor) keeps it aside. */
export class StoreCorruptError extends Error {
  override name = 'StoreCorruptError'
}
/** The event was written by a later version of RepGen. */
export class NewerEventError extends Error {
  override name = 'NewerEventError'
}

/** Says what to do of SQLite's and the disk's own errors; others stay as they are. */
export function storeError(error: unknown, folder: string): unknown {
  const code = (error as { code?: string }).code ?? ''
  // SQLite cannot size its shared memory on a full disk, and says only that.
  if (/^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT)$/.test(code)) {
    return new DiskFullError(`The disk of ${folder} is full. Free some space; nothing that was recorded is lost.`)
  }
  if (/^(SQLITE_READONLY|SQLITE_CANTOPEN|EROFS$|EACCES$|EPERM$|EEXIST$|ENOTDIR$)/.test(code)) {
    return new StoreReadOnlyError(`${folder} cannot be written. Choose another folder with --home or REPGEN_HOME.`)
  }
  if (/^SQLITE_(BUSY|LOCKED)/.test(code)) {
    return new StoreLockedError(`The store in ${folder} is locked by another process. Try again when it is done.`)
  }
  if (isCorruption(error)) {
    return new StoreCorruptError(
      `The store in ${folder} is damaged. Run repgen doctor: it keeps the damaged file aside and starts a fresh one with what can be read.`,
    )
  }
  return error
}

export function isCorruption(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '')
}
