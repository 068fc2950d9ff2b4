/**
 * A dump of faulthandler without the harness: its frames, and the threads and lists of modules that are nothing but its own. What a thread of the
 * script does stays as it was written.
 */
export function cleanStacks(dump: string): string {
  const parts = dump.replace(/^Extension modules: .*$/gm, '').split(/\n(?=(?:Current thread|Thread) 0x|Timeout )|\n\n+/)
  const cleaned = parts.map((part) => {
    const lines = part.split('\n')
    const kept = lines.filter((line) => !harnessFrame.test(line))
    const hadFrames = lines.some((line) => line.startsWith('  File '))
    return hadFrames && !kept.some((line) => line.startsWith('  File ')) ? '' : kept.join('\n').trimEnd()
  })
  return cleaned.filter((part) => part.trim() !== '').join('\n\n')
}

const harnessFrame = /^ {2}File "(?:\/harness|[^"]*\/resources\/harness)\/[^"]*", line \d+ in /
