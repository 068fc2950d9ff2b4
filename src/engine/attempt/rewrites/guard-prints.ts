import type { Node } from 'web-tree-sitter'
import { applyEdits, type PythonSource } from '../../python/source.ts'
import type { RewriteRule } from '../rule.ts'

/** What a reporter prints of a wrong value may not exist once it is right, as `.item()` of what has more than one element. */
export const guardPrints: RewriteRule = {
  name: 'guard-prints',
  when: 'static',
  propose({ source, symptom, repository }) {
    if (symptom?.kind !== 'wrong-value' || repository === null || itemPrints(source).length === 0) return null
    return {
      parameters: {},
      reason: 'what is printed exists only while the value is wrong: once it is right, the script says so and goes on',
      effect: 'none',
      defines: [],
    }
  },
  apply(source) {
    const edits = itemPrints(source).map((n) => ({
      start: n.startIndex,
      end: n.endIndex,
      text: `try:\n    ${n.text.replaceAll('\n', '\n    ')}\nexcept (ValueError, RuntimeError) as error:\n    print("this cannot be printed:", error)`,
    }))
    return applyEdits(source.text, edits)
  },
}

/** Statements at the top level that print the single element of a tensor. */
function itemPrints(source: PythonSource): Node[] {
  return source
    .statements()
    .filter((n) => n.type === 'expression_statement' && /^print\(/.test(n.text) && /\.item\(\)/.test(n.text))
}
