/**
 * A macOS sandbox profile: reads of the system and of what is named, writes to one folder, no network. Pure; generated here and
 * tested as text, as no Mac is at hand.
 */
export function seatbeltProfile({ folder, readOnly }: { folder: string; readOnly: string[] }): string {
  const quoted = (path: string) => `"${path.replace(/["\\]/g, (c) => `\\${c}`)}"`
  const readable = [
    '/usr',
    '/System',
    '/Library/Frameworks',
    '/bin',
    '/sbin',
    '/private/var/db/dyld',
    '/private/etc/localtime',
    ...readOnly,
  ]
  return [
    '(version 1)',
    '(deny default)',
    '(allow process-exec process-fork)',
    '(allow signal (target same-sandbox))',
    '(allow sysctl-read)',
    '(allow mach-lookup (global-name "com.apple.system.logger"))',
    `(allow file-read* (literal "/") ${readable.map((p) => `(subpath ${quoted(p)})`).join(' ')} (subpath ${quoted(folder)}))`,
    `(allow file-write* (subpath ${quoted(folder)}) (literal "/dev/null"))`,
    '(allow file-read* (literal "/dev/null") (literal "/dev/urandom") (literal "/dev/random"))',
    '(allow ipc-posix-shm* (ipc-posix-name-prefix "/torch_") (ipc-posix-name-prefix "/psm_"))',
    '(deny network*)',
  ].join('\n')
}
