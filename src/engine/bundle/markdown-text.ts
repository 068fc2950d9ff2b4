/** A fence longer than any in the text, so that the text cannot end it. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text, '`') + 1))
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`
}

/** Text as code within a line. */
export function inlineCode(text: string): string {
  const flat = oneLine(text)
  const ticks = '`'.repeat(longestRun(flat, '`') + 1)
  const pad = /^`|`$|^ .* $/.test(flat) ? ' ' : ''
  return flat === '' ? '' : `${ticks}${pad}${flat}${pad}${ticks}`
}

/**
 * Foreign prose on one line that a tracker shows as it is: no HTML, no images, no links with another text, nobody is notified, no
 * other issue is referred to or closed, no command of the tracker is obeyed.
 */
export function prose(text: string): string {
  const parts = oneLine(text).split(/(?<!`)`(?!`)([^`]+)`(?!`)/)
  return parts
    .map((part, i) => (i % 2 === 1 ? inlineCode(part) : escaped(part)))
    .join('')
    .replace(/^([/+=-]|#{1,6}(?=\s|$))/, '\\$1')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
}

function escaped(text: string): string {
  return text
    .replace(/[\\`*[\]{}|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/([@#!%])(?=[\w-])/g, '$1\u200b')
    .replace(/!(?=\\\[)/g, '\\!')
    .replace(/\bGH-(?=\d)/gi, '$&\u200b')
}

/** One line, without what a terminal or a renderer would obey, cut at a length. */
export function oneLine(text: string, length = 400): string {
  const flat = text
    .slice(0, 20 * length)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not reach a page
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return flat.length > length ? `${flat.slice(0, length - 1)}…` : flat
}

function longestRun(text: string, character: string): number {
  let longest = 0
  let run = 0
  for (const c of text) {
    run = c === character ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}
