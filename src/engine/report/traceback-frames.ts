import type { Frame } from '../../shared/report.ts'

export const plainFrame = /^\s*File "([^"\n]{1,500})", line (\d+)(?:, in (.+))?\s*$/
const source = String.raw`(?:[A-Za-z]:)?[^:"'\n]{1,300}?\.(?:pyx?|ipynb)|<[^>\n]{1,80}>`
const jupyterFrame = new RegExp(String.raw`^\s*File (${source}):(\d+)(?:,? in (.+))?$`)
const oldFrame =
  /^\s*(<ipython-input-[^>\n]{1,80}>|<timed (?:exec|eval)>|[^\s"'][^:"'\n]{0,300}?\.pyx?|[A-Za-z]:\\[^:"'\n]{1,300}?\.pyx?) in ([\w.<>]+)(?:\(.*)?$/
const cellFrame = /^\s*(?:Cell |Input )In ?\[(\d+)\](?:, line (\d+)|, in (.+))?/
const pytestFrame = /^\s*([\w./\\-]{1,300}\.py):(\d+): (?:in ([\w.<>]+)|([A-Za-z_.]+))?\s*$/
/** The line that a notebook marks within the code around it. */
export const arrow = /^\s*-+> ?(\d+)\s(.*)$/

/** Whether a line begins a frame that no sentence could be. */
export const beginsFrames = (line: string) => plainFrame.test(line) || jupyterFrame.test(line)

/** The frame that this line prints, in the style of CPython, of IPython or of pytest; null where it prints none. */
export function frameAt(lines: string[], at: number): Frame | null {
  const line = lines[at] ?? ''
  if (line.length > 2000 || !/\.py|File |In ?\[| in /.test(line)) return null
  const plain = plainFrame.exec(line)
  if (plain !== null) return frame(plain[1] ?? '', Number(plain[2]), plain[3] ?? null, codeBelow(lines, at))
  const jupyter = jupyterFrame.exec(line)
  if (jupyter !== null) return frame(jupyter[1] ?? '', Number(jupyter[2]), jupyter[3] ?? null, null)
  const cell = cellFrame.exec(line)
  if (cell !== null) return frame(`<cell ${cell[1]}>`, cell[2] === undefined ? null : Number(cell[2]), '<module>', null)
  const old = oldFrame.exec(line)
  if (old !== null) return frame(old[1] ?? '', null, old[2] ?? null, null)
  return null
}

/** The frame of a line as pytest prints it: `lib/loss.py:12: in forward`, or with the error's name in the last one. */
export function pytestFrameAt(line: string): Frame | null {
  const found = line.length > 500 ? null : pytestFrame.exec(line)
  return found === null ? null : frame(found[1] ?? '', Number(found[2]), found[3] ?? null, null)
}

function codeBelow(lines: string[], at: number): string | null {
  const [own = '', next = ''] = [lines[at], lines[at + 1]]
  const indent = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0
  if (next.trim() === '' || plainFrame.test(next) || /^\s*[\^~]+\s*$/.test(next) || indent(next) <= indent(own))
    return null
  return next.trim()
}

function frame(file: string, line: number | null, name: string | null, code: string | null): Frame {
  const called = name?.replace(/\(.*$/, '').trim() ?? ''
  return {
    file: file.trim(),
    line,
    function: called === '' || called.startsWith('<cell line') ? (called === '' ? null : '<module>') : called,
    code,
    library: isLibrary(file),
  }
}

/** Not the reporter's: installed packages and the standard library. */
export function isLibrary(file: string): boolean {
  return /(?:site|dist)-packages[/\\]|[/\\]lib[/\\]python\d|[/\\]pyenv[/\\]versions|[/\\](?:mini|ana)(?:conda|forge)\d?[/\\]lib|^<frozen|[/\\]Python\d+[/\\]lib[/\\]|^<__array_function__|^<string>$/i.test(
    file,
  )
}
