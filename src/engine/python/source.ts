import type { Node, Tree } from 'web-tree-sitter'
import { pythonParser } from './parser.ts'

/** Replace `text.slice(start, end)`; offsets are UTF-16 code units, as tree-sitter gives them for JavaScript strings. */
export type Edit = { start: number; end: number; text: string }

/** Python text with its syntax tree. Dispose it: trees live outside the garbage collector. */
export class PythonSource implements Disposable {
  readonly text: string
  readonly tree: Tree

  private constructor(text: string, tree: Tree) {
    this.text = text
    this.tree = tree
  }

  static async parse(text: string): Promise<PythonSource> {
    const tree = (await pythonParser()).parse(text)
    if (tree === null) throw new Error('tree-sitter gave no tree: the parse was cancelled')
    return new PythonSource(text, tree)
  }

  get root(): Node {
    return this.tree.rootNode
  }

  /** All nodes of the given types, in source order. */
  nodes(...types: string[]): Node[] {
    return this.root.descendantsOfType(types).filter((n): n is Node => n !== null)
  }

  /** Top-level statements, comments left out. */
  statements(): Node[] {
    return this.root.namedChildren.filter((n): n is Node => n !== null && n.type !== 'comment')
  }

  [Symbol.dispose](): void {
    this.tree.delete()
  }
}

/** Applies edits that do not overlap, in any order. */
export function applyEdits(text: string, edits: Edit[]): string {
  let result = text
  for (const edit of [...edits].sort((a, b) => b.start - a.start)) {
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end)
  }
  return result
}

/**
 * Offset where new top-level code may be put before all other code: behind the shebang, the encoding line, the module's
 * docstring and `from __future__` imports.
 */
export function prologueOffset(source: PythonSource): number {
  let offset = 0
  for (const node of source.root.namedChildren) {
    if (node === null) continue
    const leading = node.type === 'comment' && node.startPosition.row < 2 && /^#(!|.*coding[:=])/.test(node.text)
    const docstring = offset === 0 && node.type === 'expression_statement' && node.firstChild?.type === 'string'
    if (!leading && !docstring && node.type !== 'future_import_statement') {
      if (node.type === 'comment') continue
      break
    }
    offset = lineEnd(source.text, node.endIndex)
  }
  return offset
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end === -1 ? text.length : end + 1
}

/** Start of the line that holds the offset. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

/** The white space that the line of this node begins with. */
export function indentOf(text: string, node: Node): string {
  const start = lineStart(text, node.startIndex)
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? ''
}
