import type { Parser } from 'web-tree-sitter'
import { OpenState } from './logical-lines.ts'

/** Each makes code again of what a word processor, a browser or a paste made of it; used only where that makes it parse. */
const repairs: ((code: string) => string)[] = [
  (code) =>
    code
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&'),
  (code) =>
    code
      .replace(/[“”„«»]/g, '"')
      .replace(/[‘’]/g, "'")
      .replace(/[–—−]/g, '-'),
  (code) =>
    code.replaceAll('（', '(').replaceAll('）', ')').replaceAll('，', ', ').replaceAll('：', ':').replaceAll('＝', '='),
  (code) => code.replace(/\\([_*[\]])/g, '$1'),
  dedentAllButFirst,
  (code) => code.replace(/\t/g, '        '),
]

/** Code without its common indentation, repaired where a repair makes all of it parse; with one newline at its end. */
export function repairCode(code: string, parser: Parser): string {
  const plain = dedent(code)
  if (plain.trim() === '' || parses(expandTabs(plain), parser)) return end(expandTabs(plain))
  let changed = plain
  for (const repair of repairs) {
    changed = dedent(repair(changed))
    if (parses(expandTabs(changed), parser)) return end(expandTabs(changed))
  }
  return end(expandTabs(plain))
}

export function parses(code: string, parser: Parser): boolean {
  const tree = parser.parse(code)
  const good = tree !== null && !tree.rootNode.hasError
  tree?.delete()
  return good && !indentsUnasked(code)
}

/** A line is deeper than the one above, which opens nothing: the grammar lets it pass, Python does not. */
function indentsUnasked(code: string): boolean {
  let depth = 0
  let opens = false
  let state = new OpenState()
  for (const line of code.split('\n')) {
    if (line.trim() === '' || (!state.open && /^\s*#/.test(line))) continue
    if (!state.open) {
      const own = /^\s*/.exec(line)?.[0].length ?? 0
      if (own > depth && !opens) return true
      depth = own
      state = new OpenState()
    }
    state.add(line)
    opens = !state.open && /:\s*(?:#.*)?$/.test(line)
  }
  return false
}

const expandTabs = (code: string) => code.replace(/\t/g, '    ')

const end = (code: string) => {
  const trimmed = code.replace(/^(?:[ \t]*\n)+|\s+$/g, '')
  return trimmed === '' ? '' : `${trimmed}\n`
}

function dedent(code: string): string {
  const lines = code.split('\n')
  const filled = lines.filter((l) => l.trim() !== '')
  const [shortest = ''] = filled.map((l) => /^[ \t]*/.exec(l)?.[0] ?? '').sort((a, b) => a.length - b.length)
  return filled.every((l) => l.startsWith(shortest))
    ? lines.map((l) => (l.trim() === '' ? '' : l.slice(shortest.length))).join('\n')
    : code
}

/** The first line lost its indentation when it was copied: the others still have theirs. */
function dedentAllButFirst(code: string): string {
  const [first = '', ...rest] = code.split('\n')
  return /:\s*$/.test(first) ? code : [first, ...dedent(rest.join('\n')).split('\n')].join('\n')
}
