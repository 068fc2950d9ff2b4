import type { Node, Parser } from 'web-tree-sitter'
import { lookOf } from './python-likeness.ts'

/** What one logical line is: `value` is a literal or a printed object, which nobody writes as a statement of its own. */
export type LineReading = 'value' | 'expression' | 'statement' | 'foreign'

const printers =
  /^(?:tensor|array|Parameter|DeviceArray|Array|EagerTensor|Variable|Size|OrderedDict|Namespace|PackedSequence|SparseTensor|dtype|device|defaultdict|Counter|nan|inf)$/
const literals = new Set([
  'integer',
  'float',
  'true',
  'false',
  'none',
  'list',
  'tuple',
  'dictionary',
  'set',
  'unary_operator',
  'concatenated_string',
  'string',
  'parenthesized_expression',
])

/** Reads a logical line on its own; the text may span physical lines while brackets are open. */
export function readLogicalLine(parser: Parser, text: string): LineReading {
  const line = text.trim()
  if (line === '' || line.startsWith('#')) return 'statement'
  if (line.length > 20_000) return 'foreign'
  const tree = parser.parse(line)
  if (tree === null) return 'foreign'
  try {
    const root = tree.rootNode
    if (root.hasError) return lookOf(line.split('\n')[0] ?? '') === 'strong' ? 'statement' : 'foreign'
    const nodes = root.namedChildren.filter((n): n is Node => n !== null && n.type !== 'comment')
    const [first] = nodes
    if (nodes.length !== 1 || first === undefined || first.type !== 'expression_statement') return 'statement'
    const inner = first.namedChildren.filter((n): n is Node => n !== null)
    if (inner.length > 1) return inner.every(isValue) ? 'value' : 'expression'
    return readExpression(inner[0] ?? first)
  } finally {
    tree.delete()
  }
}

function readExpression(node: Node): LineReading {
  if (node.type === 'string' && /^[rbfu]*("""|''')/i.test(node.text)) return 'statement'
  if (node.type === 'assignment') {
    // `loss: 0.25` reads as an annotation, but is printed.
    const annotated = node.childForFieldName('type')
    const assigned = node.childForFieldName('right')
    return annotated !== null && assigned === null && /^\s*[-+]?[\d.]/.test(annotated.text) ? 'value' : 'statement'
  }
  if (/^(?:augmented_assignment|await|yield|named_expression)$/.test(node.type)) return 'statement'
  return isValue(node) ? 'value' : 'expression'
}

function isValue(node: Node): boolean {
  if (node.type === 'call') {
    const name = node.childForFieldName('function')?.text ?? ''
    return printers.test(name) || name === 'torch.Size' || name.startsWith('torch.return_types.')
  }
  if (node.type === 'comparison_operator' || node.type === 'binary_operator')
    return node.namedChildren.every((n) => n !== null && /^(integer|float)$/.test(n.type))
  if (!literals.has(node.type)) return node.type === 'identifier' && /^(?:nan|inf)$/.test(node.text)
  return node.namedChildren.every(
    (child) =>
      child === null ||
      /^(?:string_\w+|comment)$/.test(child.type) ||
      child.type === 'pair' ||
      child.type === 'keyword_argument' ||
      isValue(child),
  )
}

/** Brackets, a triple-quoted string or a back-slash are open behind these lines: the next one belongs to them. */
export class OpenState {
  private depth = 0
  private quote: string | null = null
  private backslash = false

  add(line: string): void {
    this.backslash = false
    for (let i = 0; i < line.length; i += 1) {
      const char = line[i] as string
      if (this.quote !== null) {
        if (char === '\\') i += 1
        else if (line.startsWith(this.quote, i)) {
          i += this.quote.length - 1
          this.quote = null
        }
        continue
      }
      if (char === '#') return
      if (char === '"' || char === "'") {
        this.quote = line.startsWith(char.repeat(3), i) ? char.repeat(3) : char
        i += this.quote.length - 1
      } else if ('([{'.includes(char)) this.depth += 1
      else if (')]}'.includes(char)) this.depth = Math.max(0, this.depth - 1)
      else if (char === '\\' && i === line.length - 1) this.backslash = true
    }
    if (this.quote?.length === 1) this.quote = null
  }

  get open(): boolean {
    return this.depth > 0 || this.quote !== null || this.backslash
  }
}

/** Whether something is open behind this code. */
export function isOpen(code: string): boolean {
  const state = new OpenState()
  for (const line of code.split('\n')) state.add(line)
  return state.open
}
