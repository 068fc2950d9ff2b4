/**
 * The version in a tag or in a report: `v1.2`, `1.2`, `release/1.2`, `pkg-1.2`, `pkg==1.2`. Null where a name stands before it that
 * is not the project's (a tag of another package in the same repository), or where there is no version.
 */
export function versionOfTag(tag: string, projects: string[]): string | null {
  const match = /^(.*?)[-_/@=\s]*?v?\.?(\d+(?:\.\d+)*.*)$/i.exec(tag.trim())
  if (match === null) return null
  const name = (match[1] as string).replace(/[-_/@=\s]+(?:v|version|release|rel)?$/i, '').toLowerCase()
  const known = /^(?:v|ver|version|rel|release|releases|tags?)?$/.test(name)
  if (!known && !projects.includes(name.replace(/[-_.]+/g, '-'))) return null
  return canonical(match[2] as string)
}

/** True for 1.2 and 1.2.0; null equals nothing. */
export function versionsEqual(a: string | null, b: string | null): boolean {
  return a !== null && a === b
}

/** Lower case, no local part, `rc`-style suffixes joined, trailing zeros of the release dropped. */
function canonical(version: string): string {
  const [, release, rest] = /^(\d+(?:\.\d+)*)(.*)$/.exec(version.toLowerCase().split('+')[0] as string) ?? []
  const suffix = (rest ?? '')
    .replace(/[-_.\s]/g, '')
    .replace(/^alpha/, 'a')
    .replace(/^beta/, 'b')
    .replace(/^(?:c|pre|preview)(?=\d)/, 'rc')
  return `${(release ?? '').replace(/(?:\.0+)+$/, '')}${suffix}`
}
