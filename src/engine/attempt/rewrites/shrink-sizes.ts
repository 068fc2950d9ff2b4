import type { Node } from 'web-tree-sitter'
import { applyEdits, type PythonSource } from '../../python/source.ts'
import type { RewriteRule } from '../rule.ts'

/** Sizes above this are cut when a run was stopped for memory or time; small ones carry meaning. */
const large = 512
const factor = 16

/** A run that took too much memory or time is tried again with its large sizes divided by 16. */
export const shrinkSizes: RewriteRule = {
  name: 'shrink-sizes',
  when: 'failure',
  propose({ source, failure, symptom, applied }) {
    const limited = failure?.endedBy === 'memory' || failure?.endedBy === 'wall' || failure?.endedBy === 'cpu'
    const outOfMemory = /MemoryError|can't allocate memory|out of memory/i.test(failure?.exception?.message ?? '')
    if (!limited && !outOfMemory) return null
    if (symptom?.kind === 'memory-growth' || symptom?.kind === 'slow') return null
    if (applied.filter((r) => r.name === 'shrink-sizes').length >= 2 || sizes(source).length === 0) return null
    return {
      parameters: { factor },
      reason: `the run ${limited ? `was stopped by our limit (${failure?.endedBy})` : 'ran out of memory'}: sizes over ${large} are divided by ${factor}`,
      effect: 'limit',
      defines: [],
    }
  },
  apply(source, { factor: by }) {
    // The same literal everywhere stays the same size, so shapes still fit.
    const edits = sizes(source).map((n) => ({
      start: n.startIndex,
      end: n.endIndex,
      text: String(Math.max(2, Math.round(sizeOf(n) / (by as number)))),
    }))
    return applyEdits(source.text, edits)
  },
}

const sizeOf = (n: Node) => Number(n.text.replaceAll('_', ''))

function sizes(source: PythonSource): Node[] {
  return source.nodes('integer').filter((n) => {
    if (!(sizeOf(n) >= large)) return false
    const call = callAround(n)
    return call === null || !/seed|^range$|^exit$/.test(call)
  })
}

function callAround(node: Node): string | null {
  for (let at = node.parent; at !== null; at = at.parent) {
    if (at.type === 'call') return at.childForFieldName('function')?.text ?? null
    if (/statement$/.test(at.type)) return null
  }
  return null
}
