import type { Proposal, RewriteRule, RuleContext } from '../rule.ts'
import { namesOfSymptom } from '../rule.ts'
import { inputShape, lossTarget } from './shapes.ts'

/** Values for undefined names whose kind is clear from their use; the rest is left undefined and said so by the run. */
export const standIns: RewriteRule = {
  name: 'stand-ins',
  when: 'static',
  propose(context): Proposal | null {
    const reported = namesOfSymptom(context.symptom)
    const known = context.undefinedNames
      .filter((name) => !reported.includes(name))
      .map((name) => ({ name, value: valueFor(name, context) }))
      .filter((entry): entry is { name: string; value: string } => entry.value !== null)
    if (known.length === 0) return null
    return {
      parameters: {
        lines: known.map(({ name, value }) => (value.startsWith('class ') ? value : `${name} = ${value}`)),
      },
      reason: `the report does not say what these are; their kind is clear from their use: ${known.map((k) => k.name).join(', ')}`,
      effect: 'stand-in',
      defines: known.map((k) => k.name),
    }
  },
  apply(source, { lines }) {
    const code = (lines as string[]).join('\n')
    const needsTorch = /\btorch\./.test(code) && !/^import torch$/m.test(source.text)
    return insertAfterImports(source.text, `${needsTorch ? 'import torch\n' : ''}${code}`)
  },
}

/** Below the script's leading imports, where the names that stand-ins use are defined. */
export function insertAfterImports(text: string, code: string): string {
  const lines = text.split('\n')
  let last = -1
  let depth = 0
  let docstring = false
  for (const [index, line] of lines.entries()) {
    if (depth === 0 && /^("""|''')/.test(line) && index < 3) docstring = !/("""|''').*\1/.test(line)
    else if (docstring) {
      if (/("""|''')/.test(line)) docstring = false
    } else if (depth > 0 || /^(from|import)\s/.test(line)) {
      depth += (line.match(/[([]/g)?.length ?? 0) - (line.match(/[)\]]/g)?.length ?? 0)
      last = index
    } else if (
      line.trim() !== '' &&
      !line.startsWith('#') &&
      !/^sys\.path|^REPO\b|^torch\.(Tensor|nn\.Module)\.to_cpu/.test(line)
    )
      break
    else if (/^sys\.path|^REPO\b|^torch\.(Tensor|nn\.Module)\.to_cpu/.test(line)) last = index
  }
  lines.splice(last + 1, 0, '', code)
  return lines.join('\n')
}

/** What a name stands for, by its use first and by its customary meaning second. */
export function valueFor(name: string, context: RuleContext): string | null {
  const { source } = context
  const text = source.text
  const word = `\\b${name}\\b`
  const uses = (pattern: string) => new RegExp(pattern, 'm').test(text)
  if (/^(device|dev)$/i.test(name)) return 'torch.device("cpu")'
  if (/^(use_cuda|cuda|use_gpu|gpu|cuda_available)$/i.test(name)) return 'False'
  if (/^[A-Z]\w*[a-z]\w*$/.test(name) && uses(`${word}\\s*\\(|=\\s*${word}\\s*$`))
    return permissiveModule(name, context)
  if (uses(`in\\s+(?:enumerate\\(|tqdm\\()?\\s*${word}`)) return loaderFor(name, context)
  if (/^(lr|learning_rate|alpha|eta)$/i.test(name)) return '0.01'
  if (/^(momentum|gamma|beta\d?|rho)$/i.test(name)) return '0.9'
  if (/^(weight_decay|wd|eps|epsilon|dropout|p)$/i.test(name)) return '1e-4'
  if (/^(n_?|num_?)?(epochs?|iters?|iterations|steps?)$/i.test(name)) return '3'
  if (/^(batch_?size|bs|bsz|B)$/i.test(name)) return '4'
  if (
    /^(n|num|nb)_\w+$|_(dim|size|channels|features|classes|units|len|length)$|^(hidden|dim|width|height|channels|classes)$/i.test(
      name,
    )
  )
    return '8'
  if (uses(`(?:range|Linear|Conv\\dd|Embedding|zeros|ones|randn?|LSTM|GRU)\\([^()]*${word}`)) return '8'
  if (/^(x|xs|input|inputs|inp|data|batch|images?|imgs?|features?|sample|tensor)$/i.test(name)) {
    const shape = inputShape(source)
    return shape === null ? null : shape.value
  }
  if (/^(y|ys|labels?|targets?|target|truth|gt)$/i.test(name)) return lossTarget(source)
  return null
}

function loaderFor(name: string, { source }: RuleContext): string | null {
  const shape = inputShape(source)
  if (shape === null || !/load|data|batch|set|train|val|test/i.test(name)) return null
  const pair = new RegExp(
    `for\\s+(?:\\w+\\s*,\\s*)?\\(?\\s*\\w+\\s*,\\s*\\w+\\s*\\)?\\s+in\\s+(?:enumerate\\(|tqdm\\()?\\s*${name}\\b`,
  ).test(source.text)
  const target = pair ? lossTarget(source) : null
  return target === null ? `[${shape.value} for _ in range(3)]` : `[(${shape.value}, ${target}) for _ in range(3)]`
}

/** A layer that the report leaves out. It takes any arguments and passes its input on. */
function permissiveModule(name: string, { source }: RuleContext): string | null {
  if (!/\bnn\.Module\b|\btorch\b/.test(source.text) || /Error|Exception|Warning$/.test(name)) return null
  return [
    `class ${name}(torch.nn.Module):`,
    '    """Stands in for a layer that the report leaves out: takes any arguments, passes its input on."""',
    '',
    '    def __init__(self, *args, **kwargs):',
    '        super().__init__()',
    '        self.scale = torch.nn.Parameter(torch.ones(()))',
    '',
    '    def forward(self, x, *args, **kwargs):',
    '        return x * self.scale',
    '',
  ].join('\n')
}
