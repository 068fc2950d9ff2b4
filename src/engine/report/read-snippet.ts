import type { Cell, Snippet } from '../../shared/report.ts'
import { PythonSource } from '../python/source.ts'
import { looksLikeValue } from './python-likeness.ts'

type NumberedLine = { text: string; number: number }
type Removed = Snippet['removed'][number]

/** Makes pure code of a reproducer block: prompts, shell lines, magics and pasted output are taken out and kept aside. */
export async function readSnippet(text: string, firstLine: number): Promise<Snippet> {
  const lines = text.split('\n').map((line, i) => ({ text: line.replace(/\t/g, '    ').replace(/\s+$/, ''), number: firstLine + i }))
  const span = { start: firstLine, end: firstLine + Math.max(0, lines.length - 1) }
  const removed: Removed[] = []
  const session = lines.some((l) => /^\s*(>>> ?|In ?\[\d*\]: ?)/.test(l.text))
  const cells = session ? sessionCells(lines, removed) : plainCells(lines, removed)
  const code = tidy(cells.map((c) => c.code).join('\n'))
  return { code, cells, removed, partial: await isPartial(code), lines: span }
}

const prompt = /^\s*(?:>>> ?|In ?\[\d*\]: ?)/
const continuation = /^\s*(?:\.\.\.(?:\.:)?(?: |$)|\.{3,}: ?)/

/** Every prompt begins a cell; what is no continuation is its output. */
function sessionCells(lines: NumberedLine[], removed: Removed[]): Cell[] {
  const cells: Cell[] = []
  let output: string[] = []
  const close = () => {
    const last = cells.at(-1)
    if (last !== undefined && output.join('').trim() !== '') {
      last.output = output.join('\n').replace(/^\s*Out\[\d+\]: ?/m, '').trim()
      last.echo = endsInExpression(last.code)
    }
    output = []
  }
  let open = false
  for (const { text, number } of lines) {
    if (prompt.test(text)) {
      close()
      const code = text.replace(prompt, '')
      const statement = withoutMagic(code)
      if (statement === null) removed.push({ text, lines: at(number), reason: 'a command of the notebook' })
      cells.push({ code: statement ?? '', output: null, echo: false, lines: at(number) })
      open = true
    } else if (open && continuation.test(text) && cells.length > 0) {
      const last = cells.at(-1) as Cell
      last.code += `\n${text.replace(continuation, '')}`
      last.lines = { start: last.lines.start, end: number }
    } else {
      const last = cells.at(-1)
      if (open && last !== undefined && /^\s{4,}\S/.test(text) && isOpen(last.code)) {
        last.code += `\n${text}`
        continue
      }
      if (text.trim() !== '') open = false
      removed.push({ text, lines: at(number), reason: 'output of the session' })
      output.push(text)
    }
  }
  close()
  return cells.filter((c) => c.code.trim() !== '')
}

/** Code with nothing to tell input from output: values that nobody would write as a statement are output. */
function plainCells(lines: NumberedLine[], removed: Removed[]): Cell[] {
  const cells: Cell[] = []
  let code: NumberedLine[] = []
  let output: string[] = []
  const flush = () => {
    const first = code[0]
    if (first !== undefined) {
      const text = code.map((l) => l.text).join('\n')
      const printed = output.join('\n').trim()
      cells.push({
        code: text,
        output: printed === '' ? null : printed,
        echo: printed !== '' && endsInExpression(text),
        lines: { start: first.number, end: (code.at(-1) as NumberedLine).number },
      })
    }
    code = []
    output = []
  }
  const drop = (line: NumberedLine, reason: string) => removed.push({ text: line.text, lines: at(line.number), reason })
  let inOutput = false
  let inTraceback = false
  for (const line of lines) {
    const { text } = line
    if (/^\s*(Traceback \(most recent call last\)|-{30,}$)/.test(text)) inTraceback = true
    if (inTraceback) {
      output.push(text)
      drop(line, 'a pasted traceback')
      continue
    }
    if (/^\s*[!$] ?\w|^\s*[~\w@/-]+[$#] \w/.test(text) && !/^\s*#/.test(text)) {
      drop(line, 'a shell command')
      continue
    }
    if (/^\s*%/.test(text)) {
      const statement = withoutMagic(text.trim())
      drop(line, 'a command of the notebook')
      if (statement !== null) code.push({ text: statement, number: line.number })
      continue
    }
    const value = code.length > 0 && looksLikeValue(text) && !/^\s/.test(text) && !isOpen(code.map((l) => l.text).join('\n'))
    const goesOn = inOutput && (/^\s+[-\d\[.(]/.test(text) || looksLikeValue(text))
    const error = /^\w*(Error|Exception): /.test(text)
    if (value || goesOn || error) {
      inOutput = true
      output.push(text)
      drop(line, 'pasted output')
      continue
    }
    if (inOutput && text.trim() === '') continue
    if (inOutput) flush()
    inOutput = false
    code.push(line)
  }
  flush()
  return cells
}

const at = (number: number) => ({ start: number, end: number })

/** The statement behind `%time`; null for a magic that holds none. */
function withoutMagic(code: string): string | null {
  const timed = /^%(?:time|timeit|prun|memit)\s+(?:-\w+ ?\d* )*(.+)$/.exec(code)
  if (timed !== null) return timed[1] as string
  return /^[%!]/.test(code) ? null : code
}

/** Brackets or a block are open: the next line belongs to it. */
function isOpen(code: string): boolean {
  const bare = code.replace(/"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#.*$/gm, '')
  const depth = (bare.match(/[([{]/g)?.length ?? 0) - (bare.match(/[)\]}]/g)?.length ?? 0)
  return depth > 0 || /[:\\]\s*$/.test(bare.trimEnd()) || (code.match(/"""/g)?.length ?? 0) % 2 === 1
}

function endsInExpression(code: string): boolean {
  const last = code.trimEnd().split('\n').at(-1) ?? ''
  return !/^\s|^(print|import|from|for|while|if|def|class|with|return|assert|raise)\b|(?<![=!<>])=(?!=)(?![^(]*\))/.test(last.replace(/\([^()]*\)/g, '()'))
}

/** Common indentation off, white space at the ends off, one newline at the end. */
function tidy(code: string): string {
  const lines = code.split('\n')
  const indents = lines.filter((l) => l.trim() !== '').map((l) => /^ */.exec(l)?.[0].length ?? 0)
  const common = Math.min(...(indents.length > 0 ? indents : [0]))
  const text = lines.map((l) => l.slice(common)).join('\n').replace(/[“”]/g, '"').replace(/[‘’]/g, "'")
  const trimmed = text.replace(/^\n+|\s+$/g, '')
  return trimmed === '' ? '' : `${trimmed}\n`
}

/** A part of a program: it does not parse, elides code, or uses `self` where there is none. */
async function isPartial(code: string): Promise<boolean> {
  if (code.trim() === '') return true
  using source = await PythonSource.parse(code)
  if (source.root.hasError) return true
  const selfOutside = source.statements().some((n) => !/definition/.test(n.type) && /\bself\./.test(n.text))
  const elided = source.nodes('ellipsis').some((n) => n.parent?.type === 'expression_statement' && (n.parent.parent?.namedChildCount ?? 1) > 1)
  const returns = source.statements().some((n) => n.type === 'return_statement')
  return selfOutside || elided || returns
}
