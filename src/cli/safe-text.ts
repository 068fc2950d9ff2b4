// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the terminal
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are left out, as they say nothing
const colours = /\u001b\[[\d;]*m/g

/** Text of a report or a program, safe to print: what a terminal would obey is shown, not sent. Lines and tabs stay. */
export function safeText(text: string): string {
  return text
    .replace(colours, '')
    .replace(/\r\n?/g, '\n')
    .replace(unsafe, (c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** The same on one line. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s+/g, ' ').trim()
}

/** JSON that says the same and holds nothing that a terminal would obey. */
export function safeJson(value: unknown, indent?: number): string {
  // The only control characters that JSON.stringify leaves are the line ends that it made itself.
  return JSON.stringify(value, null, indent).replace(
    unsafe,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
