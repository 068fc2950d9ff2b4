import type { Node } from 'web-tree-sitter'
import type { PythonSource } from '../../python/source.ts'
import { argumentFor } from '../arguments.ts'
import type { RewriteRule } from '../rule.ts'

type Mode = 'script' | 'call' | 'backward'

/**
 * The snippet defines a module and stops there: the symptom is in using it. It is built and used in the way that the report speaks
 * of, with arguments made from the names and annotations of its parameters.
 */
export const exerciseClass: RewriteRule = {
  name: 'exercise-class',
  when: 'failure',
  propose({ source, failure, report, applied, symptom }) {
    if (failure === null || failure.exception !== null || failure.endedBy !== 'itself') return null
    if (symptom?.kind !== 'exception' && symptom?.kind !== 'warning' && symptom?.kind !== 'process-death') return null
    const defined = unusedModule(source)
    const before = applied.filter((r) => r.name === 'exercise-class').map((r) => r.parameters['mode'])
    const built =
      defined ??
      (before.length > 0
        ? moduleNamed(source, String(applied.find((r) => r.name === 'exercise-class')?.parameters['class']))
        : null)
    if (built === null) return null
    const wanted: Mode[] = /jit\.script|torchscript|\bscripting\b|\bscripted\b/i.test(report.text)
      ? ['script', 'call']
      : ['call', 'backward']
    const mode = wanted.find((m) => !before.includes(m))
    const name = built.childForFieldName('name')?.text
    if (mode === undefined || name === undefined) return null
    return {
      parameters: { class: name, mode },
      reason: `the snippet defines ${name} and does not use it: it is ${mode === 'script' ? 'compiled with torch.jit.script' : mode === 'call' ? 'built and called' : 'called and differentiated'}, with small made-up arguments`,
      effect: 'synthetic-data',
      defines: ['exercised'],
    }
  },
  apply(source, { class: name, mode }) {
    const found = moduleNamed(source, name as string)
    if (found === null) return source.text
    const text = source.text.trimEnd()
    const build = `${name as string}(${argumentsOf(methodOf(found, '__init__'), 'size')})`
    const head = mode === 'script' || !/^exercised = /m.test(text) ? `${text}\n\nexercised = ${build}\n` : `${text}\n`
    if (mode === 'script') return `${head}torch.jit.script(exercised)\n`
    const call = `exercised(${argumentsOf(methodOf(found, 'forward'), inputKind(found))})`
    return mode === 'call' ? `${head}${call}\n` : `${head}${call}.sum().backward()\n`
  },
}

function modules(source: PythonSource): Node[] {
  return source
    .nodes('class_definition')
    .filter((n) => /Module\b/.test(n.childForFieldName('superclasses')?.text ?? ''))
}

/** The last module class that nothing outside classes builds. */
function unusedModule(source: PythonSource): Node | null {
  const outside = source
    .statements()
    .filter((n) => n.type !== 'class_definition')
    .map((n) => n.text)
    .join('\n')
  return (
    modules(source).findLast((n) => !new RegExp(`\\b${n.childForFieldName('name')?.text}\\b`).test(outside)) ?? null
  )
}

function moduleNamed(source: PythonSource, name: string): Node | null {
  return modules(source).find((n) => n.childForFieldName('name')?.text === name) ?? null
}

function methodOf(definition: Node, name: string): Node | null {
  const methods = definition.descendantsOfType('function_definition')
  return methods.find((n) => n?.childForFieldName('name')?.text === name) ?? null
}

/** What a forward takes, by the layers that the class builds. */
function inputKind(definition: Node): 'image' | 'sequence' | 'tokens' | 'rows' {
  const text = definition.text
  if (/Conv2d|BatchNorm2d|MaxPool2d/.test(text)) return 'image'
  if (/Embedding\(/.test(text)) return 'tokens'
  if (/Conv1d|LSTM|GRU|RNN|Transformer|Attention/.test(text)) return 'sequence'
  return 'rows'
}

/** Values for the parameters that have no default. */
function argumentsOf(method: Node | null, kind: 'size' | 'image' | 'sequence' | 'tokens' | 'rows'): string {
  const parameters = method?.childForFieldName('parameters')?.namedChildren ?? []
  return parameters
    .filter((p): p is Node => p !== null && (p.type === 'identifier' || p.type === 'typed_parameter'))
    .map((p) => ({
      name: p.type === 'identifier' ? p.text : (p.firstNamedChild?.text ?? ''),
      annotation: p.childForFieldName('type')?.text ?? '',
    }))
    .filter((p) => p.name !== 'self' && p.name !== 'cls' && !p.name.startsWith('*'))
    .map((p) => argumentFor(p.name, p.annotation, kind))
    .join(', ')
}
