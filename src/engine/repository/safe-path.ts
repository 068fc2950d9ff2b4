/** Why a path of a repository may not be written, in one clause; null where it may. */
export function unsafePath(path: string): string | null {
  if (path === '' || path.startsWith('/') || path.includes('\0')) return 'it is not a relative path'
  if (path.length > 4000) return 'it is too long'
  for (const part of path.split('/')) {
    if (part === '' || part === '.' || part === '..') return 'it leaves the folder'
    if (isDotGit(part)) return 'it would be taken for git data'
    if (Buffer.byteLength(part) > 255) return 'a part of it is too long'
  }
  return null
}

/**
 * Names that some file system takes for `.git`: other case, characters that HFS+ ignores, NTFS's short name, trailing dots and
 * spaces, alternate streams (git's own list, path.c and utf8.c).
 */
function isDotGit(part: string): boolean {
  const plain = part
    .normalize('NFC')
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .toLowerCase()
  return /^(?:\.git|git~1)(?:[ .]*|:.*)$/.test(plain)
}

/**
 * True where a symbolic link stays inside the folder whatever the other links are. `..` may only stand at the start of the
 * target, where it climbs real folders: behind a name it would climb from wherever another link led.
 */
export function linkStaysInside(path: string, target: string): boolean {
  if (target === '' || target.startsWith('/') || target.includes('\0') || target.length > 4000) return false
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  const climbs = parts.findIndex((part) => part !== '..')
  const ups = climbs === -1 ? parts.length : climbs
  if (parts.slice(ups).some((part) => part === '..' || isDotGit(part))) return false
  return ups <= path.split('/').length - 1
}
