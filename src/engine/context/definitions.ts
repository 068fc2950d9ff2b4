import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Node } from 'web-tree-sitter'
import { PythonSource } from '../python/source.ts'
import type { RepositorySymbols } from '../repository/python-packages.ts'

export type Parameter = { name: string; annotation: string; default: string | null }
export type FunctionDefinition = {
  name: string
  parameters: Parameter[]
  startLine: number
  endLine: number
  text: string
}
export type ClassDefinition = FunctionDefinition & { bases: string[]; methods: FunctionDefinition[] }

/** What a module of the repository defines at its top level. */
export type ModuleDefinitions = {
  module: string
  file: string
  classes: ClassDefinition[]
  functions: FunctionDefinition[]
}

const maxFiles = 400

/** Parses the modules that can be imported; files that cannot be read are left out. */
export async function readDefinitions(folder: string, repository: RepositorySymbols): Promise<ModuleDefinitions[]> {
  const found: ModuleDefinitions[] = []
  for (const { module, file } of repository.modules.slice(0, maxFiles)) {
    const text = tryRead(join(folder, file))
    if (text === null) continue
    using source = await PythonSource.parse(text)
    const statements = source
      .statements()
      .map((n) => (n.type === 'decorated_definition' ? (n.childForFieldName('definition') ?? n) : n))
    found.push({
      module,
      file,
      classes: statements.filter((n) => n.type === 'class_definition').map(classOf),
      functions: statements.filter((n) => n.type === 'function_definition').map(functionOf),
    })
  }
  return found
}

function tryRead(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function classOf(node: Node): ClassDefinition {
  const methods = node
    .descendantsOfType('function_definition')
    .filter((n): n is Node => n !== null)
    .filter((n) => enclosingClass(n)?.id === node.id)
    .map(functionOf)
  const bases = (node.childForFieldName('superclasses')?.namedChildren ?? []).map((n) => n?.text ?? '')
  const construct = methods.find((m) => m.name === '__init__')
  return { ...functionOf(node), parameters: construct?.parameters ?? [], bases, methods }
}

function enclosingClass(node: Node): Node | null {
  let at = node.parent
  while (at !== null && at.type !== 'class_definition' && at.type !== 'function_definition') at = at.parent
  return at
}

function functionOf(node: Node): FunctionDefinition {
  return {
    name: node.childForFieldName('name')?.text ?? '',
    parameters: parametersOf(node),
    startLine: node.startPosition.row + 1,
    endLine: node.endPosition.row + 1,
    text: node.text,
  }
}

function parametersOf(node: Node): Parameter[] {
  return (node.childForFieldName('parameters')?.namedChildren ?? [])
    .filter((p): p is Node => p !== null && /identifier|parameter/.test(p.type))
    .filter((p) => !/splat/.test(p.type))
    .map((p) => ({
      name: p.type === 'identifier' ? p.text : (p.childForFieldName('name')?.text ?? p.firstNamedChild?.text ?? ''),
      annotation: p.childForFieldName('type')?.text ?? '',
      default: p.childForFieldName('value')?.text ?? null,
    }))
    .filter((p) => p.name !== 'self' && p.name !== 'cls' && /^\w+$/.test(p.name))
}
