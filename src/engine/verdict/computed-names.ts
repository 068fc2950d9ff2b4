import type { Node } from 'web-tree-sitter'
import type { PythonSource } from '../python/source.ts'

/** Of the standard library, what cannot compute a symptom. */
const inert = new Set(
  'os sys re io math time json copy glob random pickle shutil string typing logging argparse datetime tempfile warnings resource itertools functools threading traceback subprocess collections contextlib dataclasses pathlib enum abc types pprint builtins base64 signal ctypes faulthandler inspect importlib unittest'.split(
    ' ',
  ),
)

/**
 * Names whose value comes from a framework or from the project: assigned from an expression that calls something imported (the
 * standard library does not count) or that uses such a name. Flow-insensitive, to a fixed point; parameters of functions that get
 * such a value, and of `forward` and other methods of classes that derive from something imported, count too.
 */
export function computedNames(source: PythonSource): Set<string> {
  const roots = frameworkRoots(source)
  const computed = new Set<string>()
  const reaches = (node: Node | null): boolean => {
    if (node === null) return false
    return callsRoot(node, roots) || identifiers(node).some((name) => computed.has(name))
  }
  const add = (node: Node | null) => {
    for (const name of node === null ? [] : identifiers(node)) computed.add(name)
  }
  for (const method of derivedMethods(source, roots)) {
    for (const parameter of parametersOf(method)) computed.add(parameter)
  }
  for (let before = -1; before !== computed.size; ) {
    before = computed.size
    for (const node of source.nodes('assignment', 'augmented_assignment', 'named_expression')) {
      if (reaches(node.childForFieldName('right') ?? node.childForFieldName('value')))
        add(node.childForFieldName('left') ?? node.childForFieldName('name'))
    }
    for (const node of source.nodes('for_statement', 'for_in_clause')) {
      if (reaches(node.childForFieldName('right'))) add(node.childForFieldName('left'))
    }
    for (const node of source.nodes('as_pattern')) {
      if (reaches(node.firstNamedChild)) add(node.lastNamedChild)
    }
    for (const call of source.nodes('call')) {
      if (!reaches(call.childForFieldName('arguments'))) continue
      const name = call.childForFieldName('function')?.text.split('.').at(-1)
      for (const definition of source.nodes('function_definition')) {
        if (definition.childForFieldName('name')?.text === name)
          for (const p of parametersOf(definition)) computed.add(p)
      }
    }
    for (const definition of source.nodes('function_definition')) {
      const returned = definition.descendantsOfType('return_statement').some((r) => reaches(r))
      const name = definition.childForFieldName('name')?.text
      if (returned && name !== undefined) computed.add(name)
    }
  }
  return computed
}

function frameworkRoots(source: PythonSource): Set<string> {
  const roots = new Set<string>()
  for (const node of source.nodes('import_statement', 'import_from_statement')) {
    const from = node.childForFieldName('module_name')?.text.split('.')[0]
    for (const child of node.childrenForFieldName('name')) {
      if (child === null) continue
      const target = (child.childForFieldName('name') ?? child).text.split('.')[0] ?? ''
      if (inert.has(from ?? target)) continue
      roots.add(child.childForFieldName('alias')?.text ?? (from === undefined ? target : child.text))
    }
  }
  return roots
}

function callsRoot(node: Node, roots: Set<string>): boolean {
  const calls = node.type === 'call' ? [node, ...node.descendantsOfType('call')] : node.descendantsOfType('call')
  return calls.some((call) => roots.has(call?.childForFieldName('function')?.text.split(/[.([]/)[0] ?? ''))
}

/** Methods of classes that derive from a class of a framework or of the project. */
function derivedMethods(source: PythonSource, roots: Set<string>): Node[] {
  return source
    .nodes('class_definition')
    .filter(
      (c) =>
        identifiers(c.childForFieldName('superclasses') ?? c).some((name) => roots.has(name)) &&
        c.childForFieldName('superclasses') !== null,
    )
    .flatMap((c) => c.descendantsOfType('function_definition').filter((n): n is Node => n !== null))
    .filter((n) => n.childForFieldName('name')?.text !== '__init__')
}

function parametersOf(definition: Node): string[] {
  return (definition.childForFieldName('parameters')?.namedChildren ?? [])
    .map((p) => /^\*{0,2}(\w+)/.exec(p?.text ?? '')?.[1] ?? '')
    .filter((name) => name !== '' && name !== 'cls')
}

/** Plain names that a node reads or binds; names of attributes and keyword arguments are left out. */
function identifiers(node: Node): string[] {
  const found = node.type === 'identifier' ? [node] : node.descendantsOfType('identifier')
  return found
    .filter((n): n is Node => n !== null)
    .filter((n) => !(n.parent?.type === 'attribute' && n.parent.childForFieldName('attribute')?.id === n.id))
    .filter((n) => !(n.parent?.type === 'keyword_argument' && n.parent.childForFieldName('name')?.id === n.id))
    .map((n) => n.text)
}
