import type { Node } from 'web-tree-sitter'
import type { ChainedException } from '../../shared/report.ts'
import type { Symptom } from '../../shared/symptom.ts'
import type { PythonSource } from '../python/source.ts'
import { computedNames } from './computed-names.ts'
import { checkMark, endMark, startMark, withoutCheck } from './oracles/oracle.ts'

/**
 * Why a script that shows the symptom proves nothing: it raises, prints or asserts the symptom itself instead of exercising the
 * code that the report blames. Null where the symptom comes from somewhere. Purely static: what a script can write is never proof.
 */
export function fakeReason(source: PythonSource, symptom: Symptom, raised: ChainedException | null): string | null {
  return (
    tampering(source) ??
    (symptom.kind === 'exception' && raised !== null ? raisedByHand(source, raised) : null) ??
    (symptom.kind === 'process-death' ? killsItself(source) : null) ??
    (symptom.kind === 'nan' ? writesNaN(source) : null) ??
    (symptom.kind === 'warning' ? warnsItself(source, symptom.message) : null) ??
    (symptom.kind !== 'exception' && symptom.kind !== 'process-death' ? computesNothing(source) : null)
  )
}

/** Writes tracebacks by hand, or replaces what the verdict is read from. */
function tampering(source: PythonSource): string | null {
  const own = ownText(source)
  const patterns: [RegExp, string][] = [
    [/Traceback \(most recent call last\)/, 'it writes a traceback by itself'],
    [/\bsys\.(excepthook|unraisablehook)\s*=/, 'it replaces the hook that prints exceptions'],
    [/\bos\._exit\s*\(/, 'it ends the process behind the interpreter’s back'],
    [/\bos\.dup2\s*\(|\bos\.write\s*\(\s*[12]\b/, 'it writes to the output streams directly'],
    [/\b(exec|eval)\s*\(\s*(["']|compile|base64|bytes)/, 'it runs code that is hidden in a string'],
    [/__import__\s*\(\s*["'](ctypes|faulthandler|signal)/, 'it loads modules that can fake a crash'],
    [/\bPy(Err|ThreadState)_\w+/, 'it sets exceptions through the interpreter’s own interface'],
  ]
  return patterns.find(([pattern]) => pattern.test(own))?.[1] ?? null
}

/** A `raise` or `assert` of the script itself that nothing computed leads to. */
function raisedByHand(source: PythonSource, raised: ChainedException): string | null {
  const replaced = replacedApi(source)
  if (replaced !== null) return replaced
  const deepest = raised.frames.at(-1)
  if (deepest === undefined || deepest.library || deepest.line === null || !isScript(deepest.file)) return null
  const row = deepest.line - 1
  const statement = source
    .nodes('raise_statement', 'assert_statement')
    .find((n) => n.startPosition.row <= row && n.endPosition.row >= row)
  if (statement === undefined) return throwsInto(source, row)
  const computed = computedNames(source)
  return leadsThere(statement, computed)
    ? null
    : `line ${deepest.line} raises the reported error itself, and nothing that the code under test computes leads there`
}

/** `generator.throw(…)`, `future.set_exception(…)`, or a call of a lambda that raises. */
function throwsInto(source: PythonSource, row: number): string | null {
  const line = source.text.split('\n')[row] ?? ''
  return /\.(throw|set_exception)\s*\(/.test(line) ? `line ${row + 1} throws the error by hand` : null
}

/** Framework functions that the script sets to something of its own. */
function replacedApi(source: PythonSource): string | null {
  const imported = importedRoots(source)
  for (const node of source.nodes('assignment')) {
    const left = node.childForFieldName('left')
    if (left?.type !== 'attribute') continue
    const root = left.text.split('.')[0] ?? ''
    const right = node.childForFieldName('right')
    if (!imported.has(root) || right === null || /\.to_cpu$/.test(left.text)) continue
    if (/^(lambda|\w+)$/.test(right.type === 'lambda' ? 'lambda' : right.text) && !isOurs(source, node)) {
      if (right.type === 'lambda' || definesFunction(source, right.text))
        return `it replaces ${left.text} by code of its own`
    }
  }
  return /\b(setattr|mock\.patch|patch\.object|monkeypatch)\s*\(\s*(torch|np|numpy|tf|keras|jax|nn|F)\b/.test(
    ownText(source),
  )
    ? 'it replaces a function of the framework by code of its own'
    : null
}

function definesFunction(source: PythonSource, name: string): boolean {
  return source.nodes('function_definition', 'class_definition').some((n) => n.childForFieldName('name')?.text === name)
}

function killsItself(source: PythonSource): string | null {
  return /\bos\.(kill|abort|killpg)\s*\(|\bctypes\b|faulthandler\._|signal\.(raise_signal|pthread_kill)|\bresource\.setrlimit|sys\.setrecursionlimit/.test(
    ownText(source),
  )
    ? 'it can kill its own process'
    : null
}

/** A NaN that the script writes down is not one that the code under test made. Infinity is left alone: masks are made of it. */
function writesNaN(source: PythonSource): string | null {
  const written = /float\(\s*["'][-+]?nan["']\s*\)|\b(math|np|numpy|torch|jnp)\.nan\b/i.exec(ownText(source))
  return written === null ? null : `it writes the NaN itself: ${written[0]}`
}

function warnsItself(source: PythonSource, message: string): string | null {
  const own = ownText(source)
  return /\bwarnings\.warn\w*\s*\(/.test(own) && own.includes(message.slice(0, 20))
    ? 'it gives the warning itself'
    : null
}

/** Output and values of constants alone. */
function computesNothing(source: PythonSource): string | null {
  return computedNames(source).size === 0 && !/run_path|run_module|subprocess/.test(source.text)
    ? 'nothing in it is computed by a framework or by the project'
    : null
}

/** Does a condition, a handler or a loop on the way to the statement depend on what was computed? */
function leadsThere(statement: Node, computed: Set<string>): boolean {
  const usesComputed = (node: Node | null) =>
    node !== null && (node.text.match(/[A-Za-z_]\w*/g) ?? []).some((name) => computed.has(name))
  if (statement.type === 'assert_statement' && usesComputed(statement.firstNamedChild)) return true
  for (let at = statement.parent; at !== null; at = at.parent) {
    if (/^(if|while)_statement$/.test(at.type) && usesComputed(at.childForFieldName('condition'))) return true
    if (at.type === 'elif_clause' && usesComputed(at.childForFieldName('condition'))) return true
    if (at.type === 'for_statement' && usesComputed(at.childForFieldName('right'))) return true
  }
  return false
}

const isScript = (file: string) => /(^|[/\\])repro\.py$/.test(file) || file === '<stdin>'

/** The script without what our own check adds. */
function ownText(source: PythonSource): string {
  return withoutCheck(source.text)
}

function isOurs(source: PythonSource, node: Node): boolean {
  const between = node.startIndex > source.text.indexOf(startMark) && node.startIndex < source.text.indexOf(endMark)
  const mark = source.text.indexOf(checkMark)
  return between || (mark !== -1 && node.startIndex > mark)
}

function importedRoots(source: PythonSource): Set<string> {
  const names = source
    .nodes('import_statement', 'import_from_statement')
    .flatMap((n) =>
      n.childrenForFieldName('name').map((c) => c?.childForFieldName('alias')?.text ?? c?.text.split('.')[0] ?? ''),
    )
  return new Set(names)
}
