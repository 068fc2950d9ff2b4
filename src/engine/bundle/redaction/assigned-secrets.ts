import { matches, type Span } from './span.ts'

const strongNames =
  'passw(?:or)?d|passwd|pwd|passphrase|passcode|secret|api[_-]?key|access[_-]?key|private[_-]?key|account[_-]?key|signing[_-]?key|encryption[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|id[_-]?token|session[_-]?token|bot[_-]?token|hf[_-]?token|credentials?'
const weakNames = 'token|key|auth|cookie|signature|sig|sas|bearer'
const quote = '\\\\{0,3}["\'`]'
const value = String.raw`[bBfFrRuU]{0,2}(?<q>${quote})(?<quoted>(?:\\.|[^\\\r\n]){1,512}?)\k<q>|(?<bare>[^\s"'\x60,;)}\]<>&|\\]{1,4096})`
/** A name that ends like one of a secret, then `=`, `:` or `=>`, then a value. Everything is bounded, and hangs on a word. */
const assigned = new RegExp(
  `(?<name>${strongNames}|${weakNames})(?<rest>[\\w-]{0,24})(?:${quote})?\\]?[ \\t]{0,8}(?<by>=>|:=|[=:])[ \\t]{0,8}(?:${value})`,
  'dgi',
)
const flags = new RegExp(
  `(?<![\\w-])--?(?<name>(?:[a-z]{1,16}[-_]){0,3}(?:${strongNames}|token|auth-?key))[ \\t]{1,4}(?:${value})`,
  'dgi',
)
const headers =
  /\b(?:Authorization|Proxy-Authorization|X-Auth-Token|PRIVATE-TOKEN)\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?(?:(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate)[ \t]{1,4})?(?<it>[^\s"'\\<>]{4,4096})/dgi
const cookies =
  /\b(?:Set-)?Cookie\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?(?<it>[\w.-]{1,64}=[^\r\n"'\\<>]{4,4096})/dgi
const bearers = /\bBearer[ \t]{1,4}(?<it>[\w.~+/=-]{16,4096})/dg
const netrc = /\blogin[ \t]{1,4}\S{1,64}[ \t\n]{1,4}password[ \t]{1,4}(?<it>[^\s<>]{1,256})/dgi
const curlUser = /(?<![\w-])(?:-u|--user)[ \t]{1,4}["']?(?<it>[^\s:"'<>]{1,64}:[^\s"'<>]{1,256})/dg
const wandbLogin = /\bwandb[ \t]{1,4}login[ \t]{1,4}(?:--relogin[ \t]{1,4})?(?<it>[\w-]{20,128})/dg
const userInfo = /:\/\/(?<it>[^\s/@"'`<>|\\]{1,256}(?:@[^\s/@"'`<>|\\]{1,256}){0,3})@(?=[\w[<])/dg
const queries =
  /[?&;](?:X-Amz-(?:Signature|Credential|Security-Token)|sig|signature|access_token|token|auth|key|api_?key|code)=(?<it>[^\s&"'<>#\\]{12,2048})/dgi

export function assignedSecrets(text: string): Span[] {
  const spans: Span[] = []
  const add = (start: number, end: number) => spans.push({ start, end, kind: 'secret' })
  assigned.lastIndex = 0
  for (let match = assigned.exec(text); match !== null; match = assigned.exec(text)) {
    const { value, at } = assignedValue(match)
    if (isSecretAssignment(text, match, value)) add(at, at + value.length)
    // What was taken for a value may begin the next assignment. Long ones are not read again: the time must stay linear.
    else if (value.length <= 128) assigned.lastIndex = at
  }
  for (const { match } of matches(flags, text)) {
    const { value, at } = assignedValue(match)
    if (!isPlaceholder(value) && !value.startsWith('-')) add(at, at + value.length)
  }
  for (const { start, end } of matches(headers, text)) if (!isPlaceholder(text.slice(start, end))) add(start, end)
  for (const { start, end } of matches(bearers, text)) if (/\d/.test(text.slice(start, end))) add(start, end)
  for (const pattern of [cookies, netrc, curlUser, wandbLogin]) {
    for (const { start, end } of matches(pattern, text)) if (!isPlaceholder(text.slice(start, end))) add(start, end)
  }
  for (const { start, end } of matches(userInfo, text)) if (isUserInfo(text.slice(start, end))) add(start, end)
  for (const { start, end } of matches(queries, text)) if (looksRandom(text.slice(start, end))) add(start, end)
  return spans
}

function assignedValue(match: RegExpExecArray): { value: string; at: number } {
  const span = match.indices?.groups?.quoted ?? match.indices?.groups?.bare ?? [match.index, match.index]
  return { value: match.input.slice(span[0], span[1]), at: span[0] }
}

function isSecretAssignment(text: string, match: RegExpExecArray, value: string): boolean {
  const { name = '', rest = '', quoted } = match.groups ?? {}
  const before = /[A-Za-z0-9_.-]{0,64}$/.exec(text.slice(Math.max(0, match.index - 64), match.index))?.[0] ?? ''
  if (isPlaceholder(value) || !endsTheName(rest)) return false
  const strong = new RegExp(`^(?:${strongNames})$`, 'i').test(name) && isOwnWord(before, name)
  if (!strong) return looksRandom(value)
  if (/^pwd$/i.test(name) && /^[/~.$\\]|^[A-Za-z]:\\/.test(value)) return false
  if (quoted !== undefined) return value.length >= 3 && !(/^(?:secret|credential)/i.test(name) && /\s\S+\s/.test(value))
  const next = text[(match.index ?? 0) + match[0].length] ?? ''
  return value.length >= 4 && !isExpression(value, next)
}

/** `token_type_ids`, `passwords_file`: the name goes on to mean something else. `api_key_1`, `tokenX` and `SECRET_ACCESS_KEY` do not. */
function endsTheName(rest: string): boolean {
  if (
    /^[\d_-]{0,4}$|^(?:[_-]?(?:prod|dev|test|value|str|string|hash|id|main|old|new|backup|base64|b64|[A-Z]))\d{0,2}$/i.test(
      rest,
    )
  )
    return true
  return /(?:key|token|secret|password|passwd|pwd)$/i.test(rest)
}

/** `pwd` inside another word is none. */
const isOwnWord = (before: string, name: string) => name.length > 3 || before === '' || /[_.-]$/.test(before)

const typeWords =
  /^(?:str|string|int|float|bool|bytes?|object|any|none|null|nil|true|false|undefined|optional.*|union.*|secretstr|required|empty|hidden|redacted|masked|your.*|my[_-]?(?:password|token|key|secret)|change.?me|xx+|\*+|\.{2,}|-+|todo|n\/a|not set|unset)$/i

/** Stands for a value and is none: a type, a variable of the shell or of a template, asterisks, one of our own placeholders. */
function isPlaceholder(value: string): boolean {
  const bare = value.trim()
  return (
    bare === '' ||
    typeWords.test(bare) ||
    /^(?:\$\{?\w+\}?|%\(?\w*\)?s?|\{+[^{}]*\}+|\[[A-Z_]+\]|<[^<>]*>?)$/.test(bare) ||
    /<(?:secret|email|host|address|user|folder)-?\d*>/.test(bare)
  )
}

/** Code that computes the value rather than the value. */
function isExpression(value: string, next: string): boolean {
  return (
    /^[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*[([]/.test(value) ||
    /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(value) ||
    /^(?:self|args|os|cfg|config|getpass|settings|env|lambda|not|await|if|input)\b/.test(value) ||
    /^[([{]/.test(value) ||
    ((next === '(' || next === '[') && /^[A-Za-z_]\w*$/.test(value)) ||
    /^(?:password|passwd|secret|token|credentials?|api_?key)s?$/i.test(value)
  )
}

function isUserInfo(info: string): boolean {
  const [name = '', ...password] = info.split(':')
  if (isPlaceholder(info)) return false
  if (password.length === 0) return looksRandom(name)
  return !isPlaceholder(password.join(':')) && !/^\{.*\}$/.test(info)
}

/** As drawn by a machine: long, letters and digits mixed, and not made of words and numbers joined by `_` or `-`. */
export function looksRandom(value: string): boolean {
  if (!/^[\w+/=.~%-]{16,}$/.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  if (
    /^[A-Za-z_]\w*(?:\.\w+)+$/.test(value) ||
    /\.(?:pth?|bin|json|txt|py|ckpt|h5|onnx|safetensors|ya?ml|csv|npz?|pkl)$/i.test(value)
  )
    return false
  if (/^[./~]|^\w+\//.test(value) && /\/.*\//.test(value) && !/[+=]/.test(value)) return false
  const parts = value.split(/[_.~/-]/).filter((p) => p !== '')
  if (
    parts.every(
      (part) => /^(?:[A-Za-z]{1,16}\d{0,4}|\d{1,8}[A-Za-z]{0,4}|v\d+)$/.test(part) && !/^[A-Fa-f0-9]{16,}$/.test(part),
    )
  )
    return false
  return entropy(value) >= 3
}

/** Shannon's entropy of the characters, bits each. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const c of value) counts.set(c, (counts.get(c) ?? 0) + 1)
  return [...counts.values()].reduce((sum, n) => sum - (n / value.length) * Math.log2(n / value.length), 0)
}
