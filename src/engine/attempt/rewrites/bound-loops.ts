import type { Node } from 'web-tree-sitter'
import { applyEdits, type Edit, type PythonSource } from '../../python/source.ts'
import type { RewriteRule } from '../rule.ts'

/** Enough to see memory grow. */
const endlessTurns = 30_000
const longTurns = 3

/** A loop without an end gets one before the first run; a hang, a memory or a time symptom keeps it as it is. */
export const boundEndlessLoops: RewriteRule = {
  name: 'bound-endless-loops',
  when: 'static',
  propose({ source, symptom }) {
    if (symptom?.kind === 'hang') return null
    if (endless(source).length === 0) return null
    return {
      parameters: { turns: endlessTurns },
      reason: `a loop without an end stops after ${endlessTurns} turns`,
      effect: 'limit',
      defines: [],
    }
  },
  apply: (source, { turns }) =>
    applyEdits(
      source.text,
      endless(source).map((loop) => boundEndless(loop, turns as number)),
    ),
}

/** A run that a limit ended is tried again with few turns of its long loops. */
export const shortenLoops: RewriteRule = {
  name: 'shorten-loops',
  when: 'failure',
  propose({ source, failure, symptom }) {
    if (failure?.endedBy !== 'wall' && failure?.endedBy !== 'cpu') return null
    if (symptom?.kind === 'hang' || symptom?.kind === 'slow') return null
    if (longRanges(source).length === 0) return null
    return {
      parameters: { turns: longTurns },
      reason: `the run took too long: loops of more than ${longTurns} epochs or steps are cut to ${longTurns}`,
      effect: 'limit',
      defines: [],
    }
  },
  apply(source, { turns }) {
    const edits = longRanges(source).map((n) => ({ start: n.startIndex, end: n.endIndex, text: String(turns) }))
    return applyEdits(source.text, edits)
  },
}

function endless(source: PythonSource): Node[] {
  const whiles = source.nodes('while_statement').filter((n) => {
    const test = n.childForFieldName('condition')?.text
    return (test === 'True' || test === '1') && !/\b(break|return|raise)\b/.test(n.text)
  })
  const counts = source
    .nodes('for_statement')
    .filter((n) => /^(itertools\.)?(count|cycle|repeat)\(/.test(n.childForFieldName('right')?.text ?? ''))
    .filter((n) => !/\b(break|return|raise)\b/.test(n.childForFieldName('body')?.text ?? ''))
  return [...whiles, ...counts]
}

function boundEndless(loop: Node, turns: number): Edit {
  if (loop.type === 'while_statement') {
    const body = loop.childForFieldName('body')
    return {
      start: loop.startIndex,
      end: body?.startIndex ?? loop.endIndex,
      text: `for _ in range(${turns}):${gap(loop, body)}`,
    }
  }
  const iterable = loop.childForFieldName('right') as Node
  return {
    start: iterable.startIndex,
    end: iterable.endIndex,
    text: `(_value for _, _value in zip(range(${turns}), ${iterable.text}))`,
  }
}

/** The white space between the colon and the body. */
function gap(loop: Node, body: Node | null): string {
  if (body === null) return ' pass'
  const between = loop.text.slice(0, body.startIndex - loop.startIndex)
  return between.slice(between.lastIndexOf(':') + 1)
}

/** Literals and constants that count epochs or steps in `range(N)`, and literal `epochs=N`. */
function longRanges(source: PythonSource): Node[] {
  const ranges = source
    .nodes('call')
    .filter((n) => n.childForFieldName('function')?.text === 'range')
    .map((n) => n.childForFieldName('arguments')?.namedChildren.at(-1))
  const keywords = source
    .nodes('keyword_argument')
    .filter((n) => /epochs$/.test(n.childForFieldName('name')?.text ?? ''))
    .map((n) => n.childForFieldName('value'))
  const constants = source
    .nodes('assignment')
    .filter((n) =>
      /^(n_|num_|max_|total_)?(epochs?|steps?|iters?|iterations)$/i.test(n.childForFieldName('left')?.text ?? ''),
    )
    .map((n) => n.childForFieldName('right'))
  return [...ranges, ...keywords, ...constants]
    .filter((n): n is Node => n != null && n.type === 'integer')
    .filter((n) => Number(n.text.replaceAll('_', '')) > longTurns)
}
