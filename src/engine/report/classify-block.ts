import type { Block } from '../../shared/report.ts'
import type { RawBlock } from './find-blocks.ts'
import { hasStrongLine, looksLikeOutput, looksLikeValue, pythonShare } from './python-likeness.ts'
import { findTracebacks } from './traceback.ts'

const command = /^\s*(?:[~\w@/.:-]*[$%#>]\s+)?(?:(?:[A-Z_]+=\S+ )*(?:python3?|torchrun|accelerate|pip3?|conda|git|bash|sh|cd|export|CUDA_VISIBLE_DEVICES=\S+|deepspeed|mpirun|srun|sbatch|docker|pytest|make|\.\/[\w./-]+)\b)(?!\s*=)/
const suggestion = /\b(would change|suggest(?:ed|ion)?s?|propos\w+|possible fix|the fix\b|fix is|fixes it|fixed by|solution|workaround|correct version|what (?:I|we) (?:would|suggest)|patch)\b/i
const works = /\b(works? (?:if|when|fine|with)|should be|instead|replac\w+ \w+ (?:with|by))\b[^.\n]*:\s*$/i
const quoted = /\b(in (?:our|your|the) (?:library|code ?base|source|repo(?:sitory)?)|the (?:relevant|responsible|offending|corresponding|buggy) (?:code|line|part|lines)|(?:does|whereas|defined|implemented|lives|located) (?:in|as)|source code|from the (?:source|docs)|implementation (?:of|is|in)|this is the part in|in `?[\w/]+\.py`?|here is the (?:method|function|line)|the line is\b)/i
const reproduces = /\b(reproduc\w*|minimal|mwe|example|snippet|script|sample code|code to|to run|run this|what I ran|i ran|poc|test case|here is|following code|cell|copied)\b/i
const outputs = /\b(output|prints?|printed|result\w*|console|log|stack ?trace|traceback|error message|i get|we get|gives?|shows?|returns?|got|actual|observed|comes out|response|stderr|stdout|salida|ausgabe|sortie|结果|输出|вывод|出力)\b[^.]{0,60}:?\s*$/i

/** What a block is, by what it looks like first and by what stands above it second. */
export function classifyBlock(raw: RawBlock): Pick<Block, 'kind' | 'reason'> {
  const { text, language, heading, before } = raw
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const introduction = `${before} ${heading ?? ''}`
  if (lines.length === 0) return { kind: 'other', reason: 'it is empty' }
  if (language === 'diff' || language === 'patch' || /^(diff --git|@@ -|--- a\/)/m.test(text)) return { kind: 'library-code', reason: 'it is a diff' }
  if (isEnvironment(text)) return { kind: 'environment', reason: 'it lists versions' }
  const session = /^\s*(>>> |In \[\d+\]:)/m.test(text)
  if (session) return { kind: 'reproducer', reason: 'it is an interactive session' }
  const share = pythonShare(text)
  const tracebacks = findTracebacks(text.split('\n'))
  const code = hasStrongLine(text) || (share >= 0.6 && lines.some((l) => /[\w\])]\s*=\s*\S|\w\(/.test(l)))
  const firstTraceback = tracebacks[0]
  const onlyTraceback = firstTraceback !== undefined && (firstTraceback.lines.start <= 3 || !codeBefore(text, firstTraceback.lines.start))
  if (onlyTraceback && firstTraceback.exceptions.some((e) => e.frames.length > 0 || lines.length < 12)) return { kind: 'traceback', reason: 'it shows an exception' }
  if (lines.filter((line) => command.test(line)).length >= Math.max(1, lines.length * 0.5) && !/^(py|python)/.test(language ?? '')) {
    return lines.length > 3 && lines.some((l) => looksLikeOutput(l)) ? { kind: 'output', reason: 'a command and what it printed' } : { kind: 'command', reason: 'it is run in a shell' }
  }
  if (/^(ya?ml|json|toml|ini|cfg)$/.test(language ?? '') || isConfiguration(text)) return { kind: 'configuration', reason: 'it sets options' }
  const prints = lines.filter((line) => looksLikeOutput(line) || looksLikeValue(line)).length
  if (!code || (prints >= lines.length * 0.7 && !/^(py|python)/.test(language ?? ''))) {
    if (firstTraceback !== undefined) return { kind: 'traceback', reason: 'it shows an exception' }
    if (/^(py|python\d?|ipython|pycon)$/.test(language ?? '') && share > 0.3 && prints < lines.length * 0.7) return asCode(raw, introduction)
    return { kind: 'output', reason: outputs.test(before) ? 'what stands above calls it output' : 'it looks printed' }
  }
  return asCode(raw, introduction)
}

function asCode({ text, heading, before }: RawBlock, introduction: string): Pick<Block, 'kind' | 'reason'> {
  const selfContained = /^(import|from)\s/m.test(text)
  if (suggestion.test(heading ?? '') || ((suggestion.test(lastSentence(before)) || works.test(before)) && !reproduces.test(before) && !selfContained)) {
    return { kind: 'library-code', reason: 'it is a suggestion, not what was run' }
  }
  if (!selfContained && quoted.test(before) && !reproduces.test(heading ?? '')) return { kind: 'library-code', reason: 'it quotes the code that is blamed' }
  if (!selfContained && /^\s+\S/.test(text) && /\bself\.|\breturn\b/.test(text) && !/^\s*(def|class) /m.test(text) && quoted.test(introduction)) {
    return { kind: 'library-code', reason: 'it is a part of a method' }
  }
  return { kind: 'reproducer', reason: reproduces.test(introduction) ? 'what stands above calls it the example' : 'it is code of the reporter' }
}

const lastSentence = (text: string) => text.split(/(?<=[.!?])\s+/).at(-1) ?? text

const codeBefore = (text: string, line: number) => text.split('\n').slice(0, line - 1).filter((l) => l.trim() !== '').length > 0 && hasStrongLine(text.split('\n').slice(0, line - 1).join('\n'))

const namesPackage = /^\s*[-*|]?\s*["'`]?(torch\w*|pytorch|tensorflow\S*|keras|jax\w*|numpy|scipy|pandas|python|cuda|cudnn|os|platform|transformers|lightning|[\w-]+-geometric|scikit-learn|gcc|driver|gpu\b.*)[\w .()/-]{0,30}["'`]?\s*(==|\||:|\s)\s*["'`]?v?(\d+\.\d+|\w+)/i

function isEnvironment(text: string): boolean {
  if (/PyTorch version:|Collecting environment information|Is CUDA available|CUDA used to build/.test(text)) return true
  const lines = text.split('\n').filter((l) => l.trim() !== '')
  const versions = lines.filter((l) => namesPackage.test(l) || /^[\w.-]+==\d/.test(l.trim())).length
  return versions >= Math.min(2, lines.length) && versions >= lines.length * 0.5 && !/[=(]\s*\w+\(/.test(text)
}

function isConfiguration(text: string): boolean {
  const lines = text.split('\n').filter((l) => l.trim() !== '')
  const yaml = lines.filter((l) => /^\s*(?:- )?[\w-]+:(?:\s+\S.*)?$/.test(l)).length
  if (yaml >= 3 && yaml >= lines.length * 0.8 && !/\bdef |\bclass |\d{2}:\d{2}/.test(text)) return true
  return /^\s*[{[]/.test(text) && /^\s*"[\w-]+"\s*:/m.test(text)
}
