// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with ESC
const ansi = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no text holds
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** One text to count lines in: LF, no BOM, no terminal colours, no prefixes of ranks and loggers. Keeps every line. */
export function normaliseText(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(ansi, '')
    .replace(control, '')
    .replace(/\u00a0/g, ' ')
    .replace(/[\u2028\u2029]/g, ' ')
    .split('\n')
    .map(withoutPrefix)
    .join('\n')
}

/** `[rank3]:`, `[1,0]<stderr>:`, `(trainer pid=123)` and `worker-0 |` say which process printed a line. */
function withoutPrefix(line: string): string {
  return line.replace(
    /^\s{0,3}(?:\[(?:default)?rank ?\d+\]:|\[\d+,\d+\]<std(?:err|out)>:|\(\w[\w ]{0,40} pid=\d+(?:, ip=[\d.]+)?\)|[\w-]{1,40}[-_]\d+ +\|(?!.*\|)) ?/,
    '',
  )
}
