import type { Block } from '../../shared/report.ts'
import { classifyCode } from './classify-code.ts'
import type { RawBlock } from './find-blocks.ts'
import { hasStrongLine, lookOf, looksLikeOutput, looksLikeValue, pythonShare } from './python-likeness.ts'
import { findTracebacks } from './traceback.ts'
import { listsVersions } from './version-lists.ts'

type Class = Pick<Block, 'kind' | 'reason'>

const command =
  /^\s*(?:(?:\([\w.-]+\) ?)?[~\w@/.:\\-]{0,80}[$%#>]\s+)?(?:[A-Z_]+=\S+ )*(?:(?:python[\d.]*|torchrun|accelerate|pip3?|conda|mamba|git|bash|sh|cd|export|source|deepspeed|mpirun|srun|sbatch|docker|pytest|make|cmake|curl|wget|sudo|apt(?:-get)?|nvidia-smi|poetry|uv|ls|cat|mkdir|\.\/[\w./-]+)(?=\s|$))(?!\s*[=(])/
const outputs =
  /\b(outputs?|prints?|printed|result\w*|console|logs?|stack ?trace|traceback|error(?: message)?|(?:i|we) (?:get|see|have)|gives?|shows?|returns?|got|actual|observed|comes out|response|stderr|stdout|salida|ausgabe|sortie|fehler|erreur|结果|输出|报错|вывод|ошибка|出力|エラー)\b[^.]{0,60}:?\s*$/i
const python = /^(?:py|python\d?|ipython\d?|pycon|jupyter)$/
const shell = /^(?:bash|sh|shell|zsh|console|terminal|cmd|powershell|ps1|bat|shell-session)$/
const foreign =
  /^(?:c|cpp|c\+\+|cuda|cu|java|js|javascript|ts|typescript|go|rust|r|matlab|julia|swift|cmake|dockerfile|docker|html|xml|sql|lua|glsl)$/
const program =
  /^\s*(?:#include\s*[<"]|template\s*<|TORCH_CHECK\(|std::|__global__ |public class |function \w+\(.*\)\s*\{|const \w+ = )|;\s*$/

/** What a block is, by what it looks like first and by what stands above it second. */
export function classifyBlock(raw: RawBlock): Class {
  const { text, language } = raw
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 3000)
  if (lines.length === 0) return { kind: 'other', reason: 'it is empty' }
  if (isDiff(raw, lines)) return { kind: 'library-code', reason: 'it is a diff' }
  if (language !== null && foreign.test(language)) return { kind: 'other', reason: `it is ${language}, not Python` }
  if (listsVersions(lines)) return { kind: 'environment', reason: 'it lists versions' }
  if (
    lines.some((l) => /^\s*(?:>>> ?\S|In ?\[\d+\]: ?\S)/.test(l)) ||
    lines.some((l) => /^\s*In ?\[\d*\]:\s*$/.test(l))
  )
    return session(raw)
  return byShape(raw, lines)
}

function session({ heading }: RawBlock): Class {
  const wanted = /^\W*(?:expected|desired|wanted)\b/i.test(heading ?? '')
  return wanted
    ? { kind: 'other', reason: 'it shows what is expected' }
    : { kind: 'reproducer', reason: 'it is an interactive session' }
}

function byShape(raw: RawBlock, lines: string[]): Class {
  const { text, language, before } = raw
  const isPython = python.test(language ?? '')
  const share = pythonShare(lines.join('\n'))
  const commands = lines.filter((line) => command.test(line)).length
  const whole = text.split('\n')
  // Of a long log, an error is looked for at its beginning and its end.
  const all = whole.length > 6000 ? [...whole.slice(0, 3000), ...whole.slice(-3000)] : whole
  const [firstTraceback] = findTracebacks(all)
  const head = firstTraceback === undefined ? [] : codeLines(all.slice(0, firstTraceback.lines.start - 1))
  const frames = firstTraceback?.exceptions.some((e) => e.frames.length > 0) ?? false
  if (firstTraceback !== undefined && !startsAsCode(head, isPython)) {
    if (frames || lines.length < 12 || !hasStrongLine(text))
      return { kind: 'traceback', reason: 'it shows an exception' }
  }
  if (/^(ya?ml|json|toml|ini|cfg|conf)$/.test(language ?? ''))
    return { kind: 'configuration', reason: 'it sets options' }
  const code = startsAsCode(codeLines(lines), isPython)
  const printed = lines.filter((line) => looksLikeOutput(line) || looksLikeValue(line) || isDump(line)).length
  if (
    !isPython &&
    !code &&
    commands > 0 &&
    (commands >= lines.length * 0.5 || shell.test(language ?? '') || command.test(lines[0] ?? ''))
  )
    return afterCommand(lines)
  if (!isPython && isConfiguration(text, lines)) return { kind: 'configuration', reason: 'it sets options' }
  if (!isPython && lines.filter((l) => program.test(l)).length >= Math.max(2, lines.length * 0.3))
    return { kind: 'other', reason: 'it is no Python' }
  const dumps = lines.filter(isDump).length >= Math.max(2, lines.length * 0.4)
  if (code && !dumps && (isPython || printed < lines.length * 0.7 || /^\s*(?:import|from) /.test(lines[0] ?? '')))
    return classifyCode(raw)
  if (isPython && share > 0.3 && printed < lines.length * 0.7) return classifyCode(raw)
  if (lines.every((l) => l.includes('|')) && lines.length > 1) return { kind: 'output', reason: 'it is a table' }
  return { kind: 'output', reason: outputs.test(before) ? 'what stands above calls it output' : 'it looks printed' }
}

function afterCommand(lines: string[]): Class {
  const rest = lines.filter(
    (line, i) => !command.test(line) && !/\\\s*$/.test(lines[i - 1] ?? '') && !/^\s*(?:#|--?\w)/.test(line),
  )
  const exits =
    rest.length > 0 &&
    (rest.length > 2 || rest.some((l) => looksLikeOutput(l) || /Error|Killed|fault|Aborted|:\s/.test(l)))
  return exits
    ? { kind: 'output', reason: 'a command and what it printed' }
    : { kind: 'command', reason: 'it is run in a shell' }
}

/** Without what a notebook or a shell puts between the lines of code. */
const codeLines = (lines: string[]) =>
  lines.filter((l) => l.trim() !== '' && !/^\s*[!%]|^\s*(?:[\w./~-]{0,60}\$ )/.test(l))

/** Code begins the block: all of it, or the part above what it printed. */
function startsAsCode(lines: string[], isPython: boolean): boolean {
  if (lines.length === 0) return false
  const end = lines.findIndex((l) => ['other'].includes(lookOf(l)) || looksLikeValue(l))
  const leading = end === -1 ? lines : lines.slice(0, end)
  const strong = leading.filter((l) => lookOf(l) === 'strong').length
  const calls = leading.filter((l) => /[\w\])]\s*=\s*\S|\w\(/.test(l) && !looksLikeOutput(l)).length
  if (leading.length >= 2 && strong >= 1 && strong + calls >= leading.length * 0.3) return true
  const share = pythonShare(lines.join('\n'))
  if (isPython && lines.every((l) => !['other', 'blank'].includes(lookOf(l)) && !looksLikeValue(l))) return true
  return (hasStrongLine(lines.join('\n')) && (share >= 0.5 || isPython)) || (share >= 0.6 && calls > 0)
}

function isDiff({ language, text }: RawBlock, lines: string[]): boolean {
  if (language === 'diff' || language === 'patch' || /^(?:diff --git |@@ -\d|--- a\/)/m.test(text)) return true
  const changed = lines.filter((l) => /^[-+](?:\s|\w)/.test(l)).length
  return (
    changed >= 2 &&
    lines.some((l) => /^\+/.test(l)) &&
    lines.some((l) => /^-/.test(l)) &&
    changed >= lines.length * 0.3 &&
    !lines.every((l) => /^[-+]\s*\d/.test(l))
  )
}

/** Representations of modules and graphs, native stacks, hex: printed, though they look like code. */
function isDump(line: string): boolean {
  return /^\s*\(\w+\): \w+\(|^\s*%[\w.]+ : |^\s*#\d+\s+(?:0x|\S+ \()|^\s*graph\(%|^frame #\d+|^\s*return \(%|^Thread 0x|^Fatal Python error|^\s*File "[^"]+", line \d+ in /.test(
    line,
  )
}

function isConfiguration(text: string, lines: string[]): boolean {
  const yaml = lines.filter((l) => /^\s*(?:- )?["']?[\w./-]+["']?:(?:\s+\S.*)?$|^\s*- \S+$/.test(l)).length
  const metrics = lines.filter((l) =>
    /\b(?:loss|acc\w*|error|mse|epoch|seconds|ratio|mean|std)\b.*:\s*[-\d.]+/i.test(l),
  ).length
  if (
    yaml >= 3 &&
    yaml >= lines.length * 0.8 &&
    metrics < lines.length * 0.4 &&
    !/\bdef |\bclass |\d{2}:\d{2}/.test(text)
  )
    return true
  if (lines.some((l) => /^\[[\w. -]+\]$/.test(l)) && lines.filter((l) => /^[\w.-]+\s*=\s*\S/.test(l)).length >= 2)
    return true
  return /^\s*[{[]\s*$/.test(lines[0] ?? '') && /^\s*"[\w./ -]+"\s*:/m.test(text) && !/\w\(/.test(text)
}
