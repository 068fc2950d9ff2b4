export type TopLevelSymbol = { name: string; kind: 'class' | 'function' | 'value'; line: number }

/** What a Python file defines at its top level, and whether it can be run as a script. */
export type ModuleOutline = { symbols: TopLevelSymbol[]; script: boolean }

const definition = /^(?:async\s+)?(def|class)\s+([^\W\d]\w*)/u
const assignment = /^([^\W\d]\w*)\s*(?::[^=]*)?=(?!=)/u
const opener = /^(?:if|elif|else|try|except|finally|with|for|while)\b/
const mainGuard = /^if\s+__name__\s*==\s*['"]__main__['"]/
const maxSymbols = 2000

/**
 * Outlines a Python file without a full parse: a large repository is read at every case, and tree-sitter manages about 300
 * files a second. Blocks such as `if` and `try` count as top level, as Python has it. Broken files give what they have.
 */
export function outlineModule(text: string): ModuleOutline {
  const symbols = new Map<string, TopLevelSymbol>()
  let script = false
  // Indentation from which a function's or class's body hides what follows; null while none is open.
  let hidden: number | null = null
  for (const { line, indent, text: code } of logicalLines(text)) {
    if (hidden !== null) {
      if (indent > hidden) continue
      hidden = null
    }
    const defined = definition.exec(code)
    if (defined !== null) {
      hidden = indent
      add(symbols, defined[2] as string, defined[1] === 'class' ? 'class' : 'function', line)
      continue
    }
    if (mainGuard.test(code) || (indent === 0 && /\bArgumentParser\(/.test(code))) script = true
    if (opener.test(code)) continue
    const assigned = assignment.exec(code)
    if (assigned !== null) add(symbols, assigned[1] as string, 'value', line)
    if (symbols.size >= maxSymbols) break
  }
  return { symbols: [...symbols.values()], script: script || /\bArgumentParser\(/.test(text) }
}

function add(symbols: Map<string, TopLevelSymbol>, name: string, kind: TopLevelSymbol['kind'], line: number): void {
  if (!symbols.has(name)) symbols.set(name, { name, kind, line })
}

type LogicalLine = { line: number; indent: number; text: string }

/** Lines on which a statement begins: not inside brackets, strings or behind a backslash. */
function* logicalLines(text: string): Generator<LogicalLine> {
  let at = 0
  let line = 1
  while (at < text.length) {
    const start = at
    const startLine = line
    const end = logicalEnd(text, at)
    const first = text.slice(start, firstLineEnd(text, start, end))
    const code = first.trimStart()
    if (code !== '' && !code.startsWith('#')) yield { line: startLine, indent: first.length - code.length, text: code }
    for (let i = text.indexOf('\n', start); i !== -1 && i < end; i = text.indexOf('\n', i + 1)) line++
    at = end
  }
}

function firstLineEnd(text: string, start: number, end: number): number {
  const newline = text.indexOf('\n', start)
  return newline === -1 || newline > end ? end : newline
}

/** Offset behind the newline that ends the logical line which begins at `start`. */
function logicalEnd(text: string, start: number): number {
  let depth = 0
  for (let i = start; i < text.length; i++) {
    switch (text[i]) {
      case '\n':
        // A statement keyword in column 0 means that a bracket was never closed.
        if (depth === 0 || /^(?:(?:def|class|import|from) |@)/.test(text.slice(i + 1, i + 8))) return i + 1
        break
      case '\\':
        i++
        break
      case '#': {
        const newline = text.indexOf('\n', i)
        i = newline === -1 ? text.length : newline - 1
        break
      }
      case '"':
      case "'":
        i = stringEnd(text, i)
        break
      case '(':
      case '[':
      case '{':
        depth++
        break
      case ')':
      case ']':
      case '}':
        depth = Math.max(0, depth - 1)
        break
    }
  }
  return text.length
}

/** Offset of the last quote of the string that opens at `at`; for one that is not closed, of the end of its line or of the text. */
function stringEnd(text: string, at: number): number {
  const quote = text[at] as string
  const triple = text.startsWith(quote.repeat(3), at)
  for (let i = at + (triple ? 3 : 1); i < text.length; i++) {
    const c = text[i]
    if (c === '\\') i++
    else if (c === '\n' && !triple) return i - 1
    else if (c === quote && (!triple || text.startsWith(quote.repeat(3), i))) return triple ? i + 2 : i
  }
  return text.length
}
