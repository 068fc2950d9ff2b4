import { applyEdits, type Edit, type PythonSource } from '../../python/source.ts'
import type { RewriteRule } from '../rule.ts'

/** Python 2: print statements, xrange, raw_input, `except E, e`. */
export const modernSyntax: RewriteRule = {
  name: 'modern-syntax',
  when: 'static',
  propose({ source }) {
    if (edits(source).length === 0) return null
    return {
      parameters: {},
      reason: 'the snippet is Python 2: print statements and old names are written for Python 3',
      effect: 'none',
      defines: [],
    }
  },
  apply: (source) => applyEdits(source.text, edits(source)),
}

const renamed: Record<string, string> = { xrange: 'range', raw_input: 'input', unicode: 'str', unichr: 'chr' }

function edits(source: PythonSource): Edit[] {
  const prints = source
    .nodes('print_statement')
    .filter((n) => !/^print\s*\(/.test(n.text) || n.namedChildCount > 1)
    .map((n) => {
      const values = n.text.replace(/^print\s*/, '').replace(/,\s*$/, '')
      return { start: n.startIndex, end: n.endIndex, text: `print(${values})` }
    })
  const assigned = new Set(source.nodes('assignment').map((n) => n.childForFieldName('left')?.text))
  const names = source
    .nodes('call')
    .map((n) => n.childForFieldName('function'))
    .filter((n) => n !== null && n.type === 'identifier' && renamed[n.text] !== undefined && !assigned.has(n.text))
    .map((n) => ({ start: n?.startIndex ?? 0, end: n?.endIndex ?? 0, text: renamed[n?.text ?? ''] ?? '' }))
  const handlers = [...source.text.matchAll(/^(\s*except\s+[\w.]+(?:\s*\([^)]*\))?)\s*,\s*(\w+)\s*:/gm)].map((m) => ({
    start: m.index,
    end: m.index + m[0].length,
    text: `${m[1]} as ${m[2]}:`,
  }))
  return [...prints, ...names, ...handlers]
}
