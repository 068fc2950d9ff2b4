import { matches, type Span, wordStart } from './span.ts'

/**
 * Tokens that their prefix gives away, as their makers document it. No pattern may read far and then fail: what follows a prefix is
 * one run of one class, so that the time stays linear, and every run has an end, as V8 keeps a stack for it.
 */
const prefixed = [
  'gh[pousr]_[A-Za-z0-9]{16,2000}',
  String.raw`github_pat_\w{20,2000}`,
  String.raw`gl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|ffct|wt)-[\w-]{16,2000}`,
  'hf_[A-Za-z0-9]{20,2000}',
  'api_org_[A-Za-z0-9]{20,2000}',
  String.raw`xox[a-z]-[\w-]{10,2000}`,
  String.raw`xapp-[\w-]{10,2000}`,
  'A(?:KIA|SIA|BIA|CCA|GPA|IDA|ROA|NPA)[A-Z2-7]{16}(?![A-Z0-9])',
  String.raw`AIza[\w-]{30,2000}`,
  String.raw`ya29\.[\w-]{20,2000}`,
  String.raw`GOCSPX-[\w-]{20,2000}`,
  'npm_[A-Za-z0-9]{30,2000}',
  String.raw`pypi-AgE[\w-]{16,2000}`,
  'dop_v1_[a-f0-9]{40,2000}',
  String.raw`SG\.[\w-]{16,64}\.[\w-]{16,2000}`,
  '[srp]k_(?:live|test)_[A-Za-z0-9]{16,2000}',
  'whsec_[A-Za-z0-9+/=]{20,2000}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,2000}',
  String.raw`sq0(?:atp|csp)-[\w-]{20,2000}`,
  'r8_[A-Za-z0-9]{30,2000}',
  'gsk_[A-Za-z0-9]{30,2000}',
  'xai-[A-Za-z0-9]{30,2000}',
  'pplx-[A-Za-z0-9]{30,2000}',
  String.raw`nvapi-[\w-]{30,2000}`,
  'lin_api_[A-Za-z0-9]{30,2000}',
  String.raw`dckr_[a-z]{3}_[\w-]{20,2000}`,
  String.raw`tskey-[\w-]{20,2000}`,
  String.raw`ATATT3x[\w=-]{20,2000}`,
  String.raw`figd_[\w-]{20,2000}`,
  String.raw`wandb_v\d_\w{20,2000}`,
  'dapi[a-f0-9]{32}(?![a-f0-9])',
  'AGE-SECRET-KEY-1[A-Z0-9]{40,2000}',
]
const tokens = new RegExp(`${wordStart}(?:${prefixed.join('|')})`, 'g')
/** Also the beginning of names that are no secrets (`sk-learn`), so the rest must look drawn at random. */
const keysOfModels = new RegExp(`${wordStart}sk-[\\w-]{16,2000}`, 'g')
const webTokens = /(?:(?<![\w-])|(?<=\\[abfnrtv0]))eyJ[\w-]{6,8000}\.eyJ[\w-]{6,8000}(?:\.[\w-]{0,8000})?/g
const webHooks = /(?<=hooks\.slack\.com\/(?:services|workflows)\/|discord(?:app)?\.com\/api\/webhooks\/)[\w/-]{8,2000}/g
const botTokens = new RegExp(`${wordStart}\\d{8,10}:AA[\\w-]{32,2000}`, 'g')

export function secretTokens(text: string): Span[] {
  const spans: Span[] = []
  const add = (start: number, end: number) => spans.push({ start, end, kind: 'secret' })
  for (const pattern of [tokens, webTokens, webHooks, botTokens]) {
    for (const { start, end } of matches(pattern, text)) add(start, end)
  }
  for (const { match, start, end } of matches(keysOfModels, text))
    if (/\d/.test(match[0]) && /[A-Z]|[a-z0-9]{20}/.test(match[0].slice(3))) add(start, end)
  return [...spans, ...privateKeys(text)]
}

const keyBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g

/** From the first line of a private key to its last; a key that is cut off goes up to the last line that can be part of it. */
function privateKeys(text: string): Span[] {
  const spans: Span[] = []
  let end = 0
  let hasEnd = true
  for (const { match, start } of matches(keyBegin, text)) {
    if (start < end) continue
    const body = start + match[0].length
    const closing: number = hasEnd ? text.indexOf('-----END ', body) : -1
    hasEnd = closing !== -1
    const closed = hasEnd && closing - body < 20_000
    end = closed
      ? endOfLabel(text, closing)
      : body + (/^(?:(?:\\n|[\sA-Za-z0-9+/=:,"'()-]){1,20000})/.exec(text.slice(body, body + 20_000))?.[0].length ?? 0)
    spans.push({ start, end, kind: 'secret' })
  }
  return spans
}

function endOfLabel(text: string, closing: number): number {
  const label = /^-----END [A-Z0-9 ]{0,40}-----/.exec(text.slice(closing, closing + 60))
  return closing + (label?.[0].length ?? '-----END '.length)
}
