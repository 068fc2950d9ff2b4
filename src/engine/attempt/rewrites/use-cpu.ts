import { applyEdits, type Edit, type PythonSource } from '../../python/source.ts'
import type { RewriteRule } from '../rule.ts'
import { insertPrologue } from './add-imports.ts'

/**
 * Moves to the device that exists. `.cuda()` of a tensor gives a copy that is part of the graph, and so does
 * `.to("cpu", copy=True)`; of a module it moves in place, which is nothing to do here.
 */
export const useCpu: RewriteRule = {
  name: 'use-cpu',
  when: 'static',
  propose({ source, applied, report }) {
    if (applied.some((r) => r.name === 'use-cpu')) return null
    const methods = /\.cuda\s*\(/.test(source.text)
    if (!methods && edits(source).length === 0) return null
    return {
      parameters: { methods },
      reason: report.environment.gpu
        ? 'the report ran on a GPU; here the CPU takes its place'
        : 'no GPU is used here: what the snippet moves to CUDA stays on the CPU',
      effect: 'none',
      defines: [],
    }
  },
  apply(source, { methods }) {
    const text = applyEdits(source.text, edits(source))
    if (methods !== true) return text
    return text.replaceAll(/\.cuda\s*\(\s*(?:(?:\d+|device|non_blocking=\w+|async=\w+)\s*,?\s*)*\)/g, '.to_cpu()')
  },
}

/** `.cuda()` became `.to_cpu()`; this defines it. A rule of its own, as its lines stand before the imports' end. */
export const defineToCpu: RewriteRule = {
  name: 'define-to-cpu',
  when: 'static',
  propose({ source }) {
    if (!/\.to_cpu\(\)/.test(source.text) || /def to_cpu|\.to_cpu = /.test(source.text)) return null
    return {
      parameters: {},
      reason: '.cuda() copies a tensor within the graph and moves a module in place: so does to_cpu, without a GPU',
      effect: 'none',
      defines: [],
    }
  },
  apply: (source) =>
    insertPrologue(
      source,
      [
        'import torch',
        '',
        '# What .cuda() does, without a GPU: a tensor is copied as part of the graph, a module stays itself.',
        'torch.Tensor.to_cpu = lambda self: self.to("cpu", copy=True)',
        'torch.nn.Module.to_cpu = lambda self: self',
        '',
      ].join('\n'),
    ),
}

function edits(source: PythonSource): Edit[] {
  const strings = source
    .nodes('string')
    .filter((n) => /^["'](cuda|mps|xpu)(:\d+)?["']$/.test(n.text) && !comparesOrPrints(n.parent?.type))
    .map((n) => ({ start: n.startIndex, end: n.endIndex, text: '"cpu"' }))
  const constructors = [...source.text.matchAll(/\btorch\.cuda\.(Float|Double|Half|Long|Int|Byte|Bool)Tensor\b/g)].map(
    (m) => ({
      start: m.index,
      end: m.index + m[0].length,
      text: `torch.${m[1]}Tensor`,
    }),
  )
  const calls = [
    ...source.text.matchAll(
      /\btorch\.cuda\.(synchronize|empty_cache|set_device|manual_seed|manual_seed_all)\([^()]*\)/g,
    ),
  ].map((m) => ({
    start: m.index,
    end: m.index + m[0].length,
    text: m[1]?.startsWith('manual_seed')
      ? m[0].replace(/torch\.cuda\.manual_seed(_all)?/, 'torch.manual_seed')
      : 'None',
  }))
  return [...strings, ...constructors, ...calls]
}

const comparesOrPrints = (type: string | undefined) => type === 'comparison_operator'
