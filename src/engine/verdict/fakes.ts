import type { Node } from 'web-tree-sitter'
import type { ChainedException } from '../../shared/report.ts'
import type { Symptom } from '../../shared/symptom.ts'
import type { PythonSource } from '../python/source.ts'
import { computedNames, computesInline } from './computed-names.ts'
import { checkMark, endMark, startMark, withoutCheck } from './oracles/oracle.ts'

/**
 * Why a script that shows the symptom proves nothing: it raises, prints or asserts the symptom itself instead of exercising the
 * code that the report blames. Null where the symptom comes from somewhere. Purely static: what a script can write is never proof.
 */
export function fakeReason(source: PythonSource, symptom: Symptom, raised: ChainedException | null): string | null {
  return (
    tampering(source) ??
    replacedApi(source) ??
    (symptom.kind === 'exception' && raised !== null ? raisedByHand(source, raised) : null) ??
    (symptom.kind === 'process-death' ? killsItself(source) : null) ??
    (symptom.kind === 'nan'
      ? (writesNaN(source) ?? writesInfinity(source, symptom.value) ?? foundInConstants(source, raised))
      : null) ??
    (symptom.kind === 'warning' ? warnsItself(source, symptom.message) : null) ??
    (symptom.kind !== 'exception' && symptom.kind !== 'process-death'
      ? writesItself(ownText(source), symptom)
      : null) ??
    (symptom.kind !== 'exception' && symptom.kind !== 'process-death' ? computesNothing(source, symptom) : null)
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
    [/\.__code__\b|\bco_code\b|\b(?:type|object)\.__setattr__\s*\(/, 'it changes code while it runs'],
    [/\b__reduce(?:_ex)?__\b[\s\S]{0,200}\b(?:exec|eval)\b/, 'it runs code that is hidden in a pickle'],
    [
      /\btraceback\.(?:print_|format_)\w+\s*\([\s\S]{0,400}\b(?:sys\.)?exit\s*\(/,
      'it prints an exception and ends by itself',
    ],
    [/\bsubprocess\.\w+\([^)]*["']-c["']|\bos\.(?:system|popen|exec\w+)\s*\(/, 'it has another program do it'],
    [/\bsys\.exit\s*\(\s*f?["']|\braise SystemExit\s*\(\s*f?["']/, 'it ends with a text of its own'],
    [
      /\.(?:with_traceback|__cause__|__context__)\b\s*(?:\(|=[^=])|\.args\s*=\s*\(?\s*["']/,
      'it makes up where an exception comes from',
    ],
  ]
  return patterns.find(([pattern]) => pattern.test(own))?.[1] ?? null
}

/** A `raise` or `assert` of the script itself that nothing computed leads to. */
function raisedByHand(source: PythonSource, raised: ChainedException): string | null {
  const deepest = raised.frames.at(-1)
  const handed = `the script holds the message of the error itself, and hands it to ${deepest?.function ?? 'something'} to raise`
  if (deepest === undefined || deepest.library || deepest.line === null || !isScript(deepest.file)) {
    return holdsMessage(source, raised.message) ? handed : null
  }
  const row = deepest.line - 1
  const statement = source
    .nodes('raise_statement', 'assert_statement')
    .find((n) => n.startPosition.row <= row && n.endPosition.row >= row)
  if (statement === undefined) return throwsInto(source, row) ?? (holdsMessage(source, raised.message) ? handed : null)
  const computed = computedNames(source)
  return leadsThere(statement, computed) && !measuresNothing(statement)
    ? null
    : `line ${deepest.line} raises the reported error itself, and nothing that the code under test computes leads there`
}

/** `generator.throw(…)`, `future.set_exception(…)`, or a call of a lambda that raises. */
function throwsInto(source: PythonSource, row: number): string | null {
  const line = source.text.split('\n')[row] ?? ''
  return /\.(throw|set_exception)\s*\(/.test(line) ? `line ${row + 1} throws the error by hand` : null
}

/** Functions of a framework, or of an object that it made, that the script sets to something of its own. */
function replacedApi(source: PythonSource): string | null {
  for (const node of source.nodes('assignment')) {
    const left = node.childForFieldName('left')
    const right = node.childForFieldName('right')
    if (left?.type !== 'attribute' || right === null || isOurs(source, node) || /^self\.|\.to_cpu$/.test(left.text))
      continue
    const own = right.type === 'lambda' || (right.type === 'identifier' && definesFunction(source, right.text))
    if (own) return `it replaces ${left.text} by code of its own`
  }
  return /\b(mock\.(?!patch\.dict)|patch\.object|monkeypatch|side_effect)|\bsetattr\s*\(\s*[\w.]+\s*,\s*["'](forward|__call__|step|backward|__\w+__)["']/.test(
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
  const written =
    /\b\d+(?:\.\d+)?e30\d\b|float\(\s*["'][-+]?nan["']\s*\)|\b(math|np|numpy|torch|jnp)\.nan\b|\bloads?\([^)]*\bnan\b|\.view\(\s*(?:dtype=)?torch\.(?:float|half|bfloat)\w*\)|\bfrombuffer\b|\bstruct\.unpack/i.exec(
      ownText(source),
    )
  return written === null ? null : `it writes the NaN itself: ${written[0]}`
}

/** Values of this kind come from the script's own means, not from what the report blames. */
function writesItself(own: string, symptom: Symptom): string | null {
  const quotedText = 'quoted' in symptom ? (symptom.quoted?.text ?? '') : ''
  const literal = (quotedText.match(/\d+\.\d{3,}|\d{4,}\.\d+/g) ?? []).find((number) => own.includes(number))
  if (literal !== undefined) return `it holds the reported value ${literal} itself`
  const means: Partial<Record<Symptom['kind'], RegExp>> = {
    nondeterminism:
      /\btime(?:_ns)?\s*\(|\bperf_counter|\buuid\b|\burandom\b|\bsecrets\b|\bid\s*\(|\bgetpid\b|(?<![.\w])random\.(?!seed\b)\w+\((?![\s\S]*random\.seed)/,
    slow: /\bsleep\s*\(/,
    'memory-growth': /\bbytearray\s*\(|\bb["'][^"']*["']\s*\*/,
    hang: /\bthreading\.(?:Lock|Event|Condition|Semaphore|Barrier)\b|\bsleep\s*\(|\bsignal\.pause\b/,
  }
  const found = means[symptom.kind]?.exec(own)
  return found == null ? null : `it makes the symptom by its own means: ${found[0].split('\n')[0]}`
}

/** Where infinity is the symptom, one that the script writes down, but for masks and first bests, may be it. */
function writesInfinity(source: PythonSource, value: 'nan' | 'inf' | 'either'): string | null {
  if (value !== 'inf') return null
  const line = ownText(source)
    .split('\n')
    .find(
      (text) =>
        /float\(\s*["'][-+]?inf|\b(?:math|np|torch|jnp)\.inf\b/i.test(text) &&
        !/mask|best|min|max|triu|tril|isinf|==/i.test(text),
    )
  return line === undefined ? null : `it writes the infinity itself: ${line.trim().slice(0, 80)}`
}

/** The NaN was found in values that the script wrote down, by whatever arithmetic of Python's own. */
function foundInConstants(source: PythonSource, raised: ChainedException | null): string | null {
  const found = /^observed NaN or infinity in (.+); wanted/.exec(raised?.message ?? '')?.[1]
  if (found === undefined) return null
  const computed = computedNames(source)
  return found.split(', ').some((name) => computed.has(name.split('.')[0] ?? ''))
    ? null
    : `nothing that the framework computes is in ${found}`
}

function warnsItself(source: PythonSource, message: string): string | null {
  const own = ownText(source)
  return /\bwarnings\.warn\w*\s*\(/.test(own) && own.includes(message.slice(0, 20))
    ? 'it gives the warning itself'
    : null
}

/** Output and values of constants alone. */
function computesNothing(source: PythonSource, symptom: Symptom): string | null {
  if (/run_path|run_module|subprocess/.test(source.text)) return null
  const computed = computedNames(source)
  if (computed.size === 0) return 'nothing in it is computed by a framework or by the project'
  // What does not learn prints what it was made of.
  if (symptom.kind === 'no-learning') return null
  const prints = source
    .nodes('call')
    .filter((n) => n.childForFieldName('function')?.text === 'print' && !isOurs(source, n))
  const shows = (n: Node) =>
    identifiersIn(n.childForFieldName('arguments')).some((name) => computed.has(name)) || computesInline(source, n)
  return prints.length > 0 && !prints.some(shows)
    ? 'what it prints is not computed by a framework or by the project'
    : null
}

const identifiersIn = (node: Node | null) => node?.text.match(/[A-Za-z_]\w*/g) ?? []

/** The message stands in the script as a literal, word for word. */
function holdsMessage(source: PythonSource, message: string): boolean {
  const words = message.split('\n')[0]?.trim() ?? ''
  // A string that is compared with an error is no message of one.
  const messages = source.nodes('string').filter((n) => !isOurs(source, n) && n.parent?.type !== 'comparison_operator')
  return words.length >= 8 && messages.some((n) => n.text.slice(1, -1).includes(words))
}

/** A message of constant numbers: it claims to have measured what it has not. */
function measuresNothing(statement: Node): boolean {
  const message = statement.descendantsOfType('string').at(-1)?.text ?? ''
  return (
    !/^[rb]*f/i.test(message) &&
    !/[%{]|\.format/.test(statement.text) &&
    (message.match(/(?<![\w.])\d+(?:\.\d+)?/g)?.length ?? 0) >= 2
  )
}

/** Does a condition, a handler or a loop on the way to the statement depend on what was computed? */
function leadsThere(statement: Node, computed: Set<string>): boolean {
  const usesComputed = (node: Node | null) =>
    node !== null && (node.text.match(/[A-Za-z_]\w*/g) ?? []).some((name) => computed.has(name))
  if (statement.type === 'assert_statement' && usesComputed(statement.firstNamedChild)) return true
  if (wraps(statement)) return true
  for (let at = statement.parent; at !== null; at = at.parent) {
    if (/^(if|while)_statement$/.test(at.type) && usesComputed(at.childForFieldName('condition'))) return true
    if (at.type === 'elif_clause' && usesComputed(at.childForFieldName('condition'))) return true
    if (at.type === 'for_statement' && usesComputed(at.childForFieldName('right'))) return true
  }
  return false
}

/** An error that a handler raises from the one that it caught, in words that are made from it. */
function wraps(statement: Node): boolean {
  if (statement.type !== 'raise_statement') return false
  let at = statement.parent
  while (at !== null && at.type !== 'except_clause') at = at.parent
  const caught = /\bas\s+(\w+)/.exec(at?.text.split('\n')[0] ?? '')?.[1]
  const made = statement.descendantsOfType('call')[0]?.childForFieldName('arguments')?.text ?? ''
  return (
    at !== null &&
    (statement.text === 'raise' ||
      (caught !== undefined &&
        new RegExp(`\\b${caught}\\b`).test(statement.text) &&
        /\bf["']|%|\.format|\bstr\(/.test(made)))
  )
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
