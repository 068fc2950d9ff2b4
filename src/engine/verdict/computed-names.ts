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
  const data = dataNames(source, roots)
  const reaches = (node: Node | null): boolean => {
    if (node === null) return false
    return callsRoot(node, roots) || worksOn(node, data) || identifiers(node).some((name) => computed.has(name))
  }
  const add = (node: Node | null) => {
    for (const name of node === null ? [] : identifiers(node)) computed.add(name)
  }
  for (const name of frameworkClasses(source, roots)) computed.add(name)
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
      const name = call.childForFieldName('function')?.text.split('.').at(-1) ?? ''
      for (const p of parametersBehind(source, name)) computed.add(p)
    }
    for (const call of source.nodes('call')) {
      if (!/\.(?:register_\w+|apply|map|filter)$/.test(call.childForFieldName('function')?.text ?? '')) continue
      const handed = identifiers(call.childForFieldName('arguments') ?? call)
      for (const definition of source.nodes('function_definition')) {
        if (handed.includes(definition.childForFieldName('name')?.text ?? '') || isInside(definition, handed))
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
  return calls.some(
    (call) =>
      call !== null && roots.has(call.childForFieldName('function')?.text.split(/[.([]/)[0] ?? '') && !writesDown(call),
  )
}

const constructors =
  /(?:^|\.)(?:tensor|as_tensor|full|full_like|array|asarray|constant|from_numpy|(?:Float|Double|Long)Tensor|manual_seed|set_num_threads|set_printoptions|float\d*|u?int\d*)$/

/** A call that only writes a constant down as a tensor, or sets a seed. */
function writesDown(call: Node): boolean {
  return constructors.test(call.childForFieldName('function')?.text ?? '')
}

/** Names of constants that were written down as tensors. */
function dataNames(source: PythonSource, roots: Set<string>): Set<string> {
  const written = source.nodes('assignment').filter((n) => {
    const right = n.childForFieldName('right')
    return (
      right?.type === 'call' &&
      writesDown(right) &&
      roots.has(right.childForFieldName('function')?.text.split('.')[0] ?? '')
    )
  })
  return new Set(written.flatMap((n) => identifiers(n.childForFieldName('left') ?? n)))
}

const plainMethods =
  /^(?:item|tolist|numpy|clone|detach|cpu|to|float|double|long|view|reshape|size|dim|numel|requires_grad_|to_cpu|type|half)$/

/** Does the framework work on constants here: a method that does more than hand them on, an operator, an index? */
function worksOn(node: Node, data: Set<string>): boolean {
  const inside = [
    node,
    ...node.descendantsOfType(['call', 'binary_operator', 'unary_operator', 'comparison_operator']),
  ].filter((n): n is Node => n !== null)
  return inside.some((n) => {
    if (/operator$/.test(n.type)) return identifiers(n).some((name) => data.has(name))
    if (n.type !== 'call') return false
    const callee = n.childForFieldName('function')
    const method = callee?.childForFieldName('attribute')?.text ?? ''
    return (
      callee?.type === 'attribute' && !plainMethods.test(method) && identifiers(callee).some((name) => data.has(name))
    )
  })
}

/** Is something computed within this expression itself? */
export function computesInline(source: PythonSource, node: Node): boolean {
  const roots = frameworkRoots(source)
  return callsRoot(node, roots) || worksOn(node, dataNames(source, roots))
}

/** Parameters that a call by this name fills: of a function, or of a class's own constructor and what that hands on to fields. */
function parametersBehind(source: PythonSource, name: string): string[] {
  const functions = source.nodes('function_definition').filter((n) => n.childForFieldName('name')?.text === name)
  const classes = source.nodes('class_definition').filter((n) => n.childForFieldName('name')?.text === name)
  const constructors = classes.flatMap((c) =>
    c
      .descendantsOfType('function_definition')
      .filter((n): n is Node => n !== null && /^__(?:post_)?init__$/.test(n.childForFieldName('name')?.text ?? '')),
  )
  // `self` then holds what was computed, in a dataclass through fields that no line assigns.
  return [...[...functions, ...constructors].flatMap(parametersOf), ...(constructors.length > 0 ? ['self'] : [])]
}

/** Is it defined within one of these functions, as the inner function of a closure? */
function isInside(definition: Node, names: string[]): boolean {
  for (let at = definition.parent; at !== null; at = at.parent) {
    if (at.type === 'function_definition' && names.includes(at.childForFieldName('name')?.text ?? '')) return true
  }
  return false
}

/** Classes that derive from something imported and whose methods use a framework: what they give is computed. */
function frameworkClasses(source: PythonSource, roots: Set<string>): string[] {
  return source
    .nodes('class_definition')
    .filter((c) => c.childForFieldName('superclasses') !== null && callsRoot(c.childForFieldName('body') ?? c, roots))
    .filter((c) => identifiers(c.childForFieldName('superclasses') ?? c).some((name) => roots.has(name)))
    .map((c) => c.childForFieldName('name')?.text ?? '')
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
