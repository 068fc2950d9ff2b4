/** A bundle is not what its manifest says, or holds what no bundle may. `entry` is the file in it. */
export class BundleDamagedError extends Error {
  override name = 'BundleDamagedError'
  readonly entry: string

  constructor(entry: string, why: string) {
    super(`The bundle is damaged: ${JSON.stringify(entry)} ${why}. Ask for it again, and do not use this copy.`)
    this.entry = entry
  }
}
/** A later program wrote the bundle. */
export class BundleNewerError extends Error {
  override name = 'BundleNewerError'
}
/** The file is no bundle at all. */
export class NotABundleError extends Error {
  override name = 'NotABundleError'
}
/** What cannot be left out is over the cap. */
export class BundleTooLargeError extends Error {
  override name = 'BundleTooLargeError'
}
/** The bundle cannot be written where it was asked for. */
export class BundleUnwritableError extends Error {
  override name = 'BundleUnwritableError'
}
/** The case holds no script that could be run again. */
export class NoScriptError extends Error {
  override name = 'NoScriptError'
}
