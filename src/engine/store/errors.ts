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
/** The event was written by a later version of RepGen. */
export class NewerEventError extends Error {
  override name = 'NewerEventError'
}

/** Says what to do of SQLite's and the disk's own errors; others stay as they are. */
export function storeError(error: unknown, folder: string): unknown {
  const code = (error as { code?: string }).code ?? ''
  if (/SQLITE_FULL|ENOSPC/.test(code)) return new StoreUnwritableError(`The disk of ${folder} is full. Free some space; nothing that was recorded is lost.`)
  if (/SQLITE_READONLY|SQLITE_CANTOPEN|EROFS|EACCES|EPERM/.test(code)) {
    return new StoreUnwritableError(`${folder} cannot be written. Choose another folder with --home or REPGEN_HOME.`)
  }
  if (/SQLITE_BUSY|SQLITE_LOCKED/.test(code)) return new StoreUnwritableError(`The store in ${folder} is locked by another process. Try again when it is done.`)
  return error
}
