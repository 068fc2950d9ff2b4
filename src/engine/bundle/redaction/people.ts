import { type Identity, isDistinctive, isGenericAccount } from './identity.ts'
import { matches, type Span, wordStart } from './span.ts'

const separator = String.raw`(?:\\{1,4}|/|%2[Ff]|%5[Cc])`
/** The account in the path of a home folder, on Linux, macOS, Windows and clusters. */
const unixHomes = new RegExp(`/(?:home\\d{0,3}|Users)${separator}(?<it>[A-Za-z0-9_][\\w.-]{0,63})`, 'dg')
const encodedHomes = /%2F(?:home|Users)%2F(?<it>[A-Za-z0-9_][\w.-]{0,63})/dgi
const mediaHomes = /\/(?:run\/)?media\/(?<it>[A-Za-z0-9_][\w.-]{0,63})(?=\/)/dg
const windowsHomes = new RegExp(
  `\\b[A-Za-z]:${separator}(?:Users|Documents and Settings)${separator}(?:(?<it>[^\\\\/:*?"<>|\\r\\n%]{1,64})(?=[\\\\/%])|(?<last>[A-Za-z0-9_][\\w.-]{0,63}))`,
  'dgi',
)
const sharedUsers = /(?<=\/Users\/)Shared\b/

/** Users of this machine and accounts in paths of home folders. */
export function people(text: string, identity: Identity): Span[] {
  const spans: Span[] = []
  const own = new Set(identity.users.map((u) => u.toLowerCase()))
  const addAccount = (start: number, end: number) => {
    const trimmed = text.slice(start, end).replace(/[.-]+$/, '')
    if (own.has(trimmed.toLowerCase()) || !isGenericAccount(trimmed))
      spans.push({ start, end: start + trimmed.length, kind: 'user' })
  }
  for (const { match, start, end } of matches(unixHomes, text))
    if (!isWebPath(text, match.index) && !sharedUsers.test(match[0])) addAccount(start, end)
  for (const { start, end } of matches(encodedHomes, text)) addAccount(start, end)
  for (const { start, end } of matches(mediaHomes, text)) addAccount(start, end)
  for (const { match } of matches(windowsHomes, text)) {
    const [start, end] = match.indices?.groups?.it ?? match.indices?.groups?.last ?? [0, 0]
    addAccount(start, end)
  }
  for (const user of identity.users)
    for (const { start, end } of matches(userPattern(user), text)) spans.push({ start, end, kind: 'user' })
  return spans
}

/** A distinctive name as a word anywhere; a common one only where an account stands. */
function userPattern(user: string): RegExp {
  const name = escapePattern(user)
  if (isDistinctive(user)) return new RegExp(`${wordStart}${name}(?![A-Za-z0-9])`, 'gi')
  return new RegExp(
    `(?<=\\b(?:USER|LOGNAME|USERNAME|SUDO_USER)["']?[ \\t]{0,2}[=:][ \\t]{0,2}["']?|(?<![\\w/])~|[:/]//?)${name}(?=["'\\s/\\\\,:;]|$)(?<=(?:["'=: \\t]|~)${name})|(?<![\\w.-])${name}(?=@[A-Za-z0-9<])(?!@[\\w.]+\\()`,
    'g',
  )
}

/** `/home/` of a web address is no home folder; that of `file://` is. */
function isWebPath(text: string, at: number): boolean {
  if (!/[\w.~:-]/.test(text[at - 1] ?? ' ')) return false
  let start = at
  while (start > 0 && at - start < 300 && !/[\s"'`(<>=,;]/.test(text.charAt(start - 1))) start -= 1
  const token = text.slice(start, at)
  return (
    /[a-z][a-z0-9+.-]{1,20}:\/\/[^/]/i.test(token) ||
    /^(?:www\.)?[\w-]+(?:\.[\w-]+){0,4}\.(?:com|org|net|io|ai|edu|gov|dev)(?:\/|$)/i.test(token)
  )
}

/** Folders of this machine that no pattern knows: homes in unusual places and the folder of the case. */
export function folders(text: string, homes: string[]): Span[] {
  return homes
    .filter(
      (home) =>
        home.length >= 4 &&
        !/^(?:\/|[A-Za-z]:\\)(?:home|Users|tmp|usr|opt|etc|var|(?:home|Users)[/\\][^/\\]+)?[/\\]?$/.test(home),
    )
    .flatMap((home) => {
      const parts = home
        .replace(/[/\\]+$/, '')
        .split(/[/\\]/)
        .map(escapePattern)
      const pattern = new RegExp(`(?<![\\w.-])${parts.join(separator)}(?![\\w-]|\\.\\w)`, 'g')
      return [...matches(pattern, text)].map(({ start, end }): Span => ({ start, end, kind: 'folder' }))
    })
}

export const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
