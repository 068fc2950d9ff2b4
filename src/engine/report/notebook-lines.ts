/** A line of a block with its number in the report. */
export type NumberedLine = { text: string; number: number }

/** What a line is besides Python: null where it is Python, else why it goes and the statement that it holds, if any. */
export type NotPython = { reason: string; statement: string | null }

const shell =
  /^\s*!\s*[\w./~"'${]|^\s*[\w, ]+ = !\w|^\s*\$ ?[\w./~]|^\s*(?:\([\w.-]+\) ?)?[\w.-]+@[\w.-]+[: ]?[\w/~.-]*[$#%] ?\S|^\s*[\w/~.-]*[$] \w|^\s*PS [A-Z]:\\[^>]*> |^\s*[A-Z]:\\[^>]*>\s*\w/
const bareShell =
  /^\s*(?:pip3?|conda|mamba|apt(?:-get)?|sudo|nvidia-smi|git clone|wget|curl|python3?|torchrun)(?:\s+-{1,2}\w|\s+install\b|\s+[\w./-]+\.(?:py|txt|sh)\b|\s*$)/
const banner =
  /^(?:Python \d\.\d+\.\d+ |\[(?:GCC|Clang|MSC)[^\]]*\] (?:::|on) |Type "help", "copyright"|Type 'copyright', 'credits'|IPython \d+\.\d+\.\d+ -- )/
const timed = /^%{1,2}(?:time|timeit|prun|memit|mprun|lprun)\s+(?:-\w+(?: ?\d+)? +)*(?=[^-\s])(.+)$/

/** Tells shell lines, magics, requests for help and banners from Python. */
export function notPython(text: string): NotPython | null {
  const line = text.trim()
  if (line.startsWith('%')) {
    const statement = timed.exec(line)?.[1] ?? null
    return {
      reason: 'a magic of the notebook',
      statement: line.startsWith('%%') && !/[=(]/.test(statement ?? '') ? null : statement,
    }
  }
  if (shell.test(text) || bareShell.test(text)) return { reason: 'a shell command', statement: null }
  if (/^(?:\?{1,2}[A-Za-z_][\w.]*|[A-Za-z_][\w.]*\?{1,2})$/.test(line))
    return { reason: 'a request for help', statement: null }
  if (banner.test(line)) return { reason: 'a banner of the interpreter', statement: null }
  return null
}
