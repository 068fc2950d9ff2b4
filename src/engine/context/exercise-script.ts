import type { Report } from '../../shared/report.ts'
import { madeSize } from '../attempt/arguments.ts'
import type { ClassDefinition, ModuleDefinitions, Parameter } from './definitions.ts'
import { classNamed, type Target } from './find-targets.ts'

/** Shapes that an input may have; which one fits is found by trying. */
export const inputShapes = ['sequence', 'rows', 'image', 'tokens'] as const
export type InputShape = (typeof inputShapes)[number]

/** A script that builds a target and uses it, with made-up arguments. Null where an argument cannot be made up. */
export function exerciseScript(
  target: Target,
  input: InputShape,
  report: Report,
  modules: ModuleDefinitions[],
): string | null {
  const maker = new Maker(report, modules, input)
  const { owner, call } = target
  maker.needs(target.module, owner?.name ?? call?.name ?? '')
  const lines: string[] = []
  if (owner !== null) {
    const built = maker.arguments(constructorOf(owner, modules), owner.text)
    if (built === null) return null
    lines.push(`target = ${owner.name}(${built})`)
    if (isModule(owner, modules) && report.symptom?.kind === 'nondeterminism') lines.push('target.eval()')
  }
  if (call !== null) {
    const given = maker.arguments(call.parameters, call.text)
    if (given === null) return null
    const callee = owner === null ? call.name : call.name === 'forward' ? 'target' : `target.${call.name}`
    lines.push(...guarded(`result = ${callee}(${given})`, report))
  }
  return ['import torch', ...maker.imports, '', 'torch.manual_seed(0)', ...maker.setup, ...lines, ''].join('\n')
}

/** Made-up arguments may fail in ways of their own; the script fails with the reported error alone. */
function guarded(call: string, { symptom }: Report): string[] {
  if (symptom?.kind !== 'exception' || symptom.message.trim() === '') return [call]
  const words = symptom.message
    .split('\n')
    .reduce((a, b) => (b.length > a.length ? b : a))
    .trim()
  return [
    'try:',
    `    ${call}`,
    'except Exception as error:',
    `    if ${JSON.stringify(words)} in str(error):`,
    '        raise',
    '    print("another error, as the arguments are made up:", repr(error))',
  ]
}

/** The parameters of a class's own constructor, or of the nearest base's. */
function constructorOf(owner: ClassDefinition, modules: ModuleDefinitions[], depth = 0): Parameter[] {
  if (owner.methods.some((m) => m.name === '__init__') || depth > 5) return owner.parameters
  const bases = owner.bases.flatMap((base) => classNamed(base.split('.').at(-1) ?? base, modules) ?? [])
  return bases[0] === undefined || bases[0].name === owner.name
    ? owner.parameters
    : constructorOf(bases[0], modules, depth + 1)
}

function isModule(owner: ClassDefinition, modules: ModuleDefinitions[], depth = 0): boolean {
  return owner.bases.some((base) => {
    if (/(^|\.)Module$/.test(base)) return true
    const found = classNamed(base, modules)
    return depth < 5 && found !== null && found.name !== owner.name && isModule(found, modules, depth + 1)
  })
}

/** Makes up arguments: what the report gives first, then defaults, then by name and annotation. */
class Maker {
  readonly imports: string[] = []
  readonly setup: string[] = []
  readonly #report: Report
  readonly #modules: ModuleDefinitions[]
  readonly #input: InputShape

  constructor(report: Report, modules: ModuleDefinitions[], input: InputShape) {
    this.#report = report
    this.#modules = modules
    this.#input = input
  }

  needs(module: string, name: string): void {
    const line = `from ${module} import ${name}`
    if (!this.imports.includes(line)) this.imports.push(line)
  }

  arguments(parameters: Parameter[], body: string): string | null {
    const made: string[] = []
    let named = false
    for (const parameter of parameters) {
      const value = this.#value(parameter, body)
      if (value === null && parameter.default === null) return null
      if (value === null) named = true
      else made.push(named ? `${parameter.name}=${value}` : value)
    }
    return made.join(', ')
  }

  /** Null for an argument that is left to its default, or that cannot be made up. */
  #value(parameter: Parameter, body: string): string | null {
    const { name, annotation } = parameter
    const given = this.#given(name)
    if (given !== null) return given
    if (parameter.default === null) return this.#required(name, annotation, body)
    const said = new RegExp(`\`[^\`\\n]*\\b${name}\\b[^\`\\n]*\`|self\\.${name}\\b`).test(this.#report.text)
    if (!said) return null
    if (parameter.default === 'False') return 'True'
    return parameter.default === 'None' && /mask|weight|length|label|target|hint|cond/i.test(name)
      ? this.#named(name)
      : null
  }

  /** `commit_weight=1.0` in the report's words. */
  #given(name: string): string | null {
    const text = this.#report.text
    const literal = new RegExp(
      `(?<![\\w.])${name}\\s?=\\s?(-?\\d+(?:\\.\\d+)?(?:e-?\\d+)?|True|False|None|'[\\w-]*'|"[\\w-]*")(?![\\w.(])`,
    ).exec(text)
    return literal?.[1] ?? null
  }

  #required(name: string, annotation: string, body: string): string | null {
    if (/^(?:net|model|module|network|encoder|policy|backbone|generator)$/i.test(name)) return this.#model()
    if (/shape$/i.test(name) || (/^size$/i.test(name) && /Tuple|tuple|list|List|Sequence/.test(annotation)))
      return `(2, 1, ${madeSize}, ${madeSize})`
    if (/^(?:int)\b/.test(annotation) || this.#isSize(name, body)) return this.#size(name)
    if (/^float\b/.test(annotation)) return '0.1'
    if (/^bool\b/.test(annotation)) return 'True'
    if (/^str\b|path|file|folder|name$/i.test(annotation || name)) return null
    return this.#named(name)
  }

  /** An input is made once and used by its name, so that a call can be repeated on it. */
  #named(name: string): string {
    const line = `${name} = ${this.#tensor(name)}`
    if (!this.setup.includes(line)) this.setup.push(line)
    return name
  }

  /** Used where a number is: in a layer's sizes, in range, in arithmetic. */
  #isSize(name: string, body: string): boolean {
    if (
      /^(?:n|num|n_\w+|num_\w+|\w*(?:size|dim|width|height|channels|classes|stages|layers|heads|hidden|depth|codes|steps|count|in|out))$/i.test(
        name,
      ) &&
      !/^(?:input|output|min|margin)s?$/i.test(name)
    )
      return true
    return new RegExp(
      `(?:Linear|Conv\\dd|Embedding|LSTM|GRU|LayerNorm|range|zeros|ones|empty)\\([^()]*\\b${name}\\b`,
    ).test(body)
  }

  #size(name: string): string {
    if (/head|group/i.test(name)) return '2'
    if (/layers|depth|stages|blocks|repeat|count/i.test(name)) return '3'
    if (/kernel|stride|patch/i.test(name)) return '2'
    return String(madeSize)
  }

  /** A network of the repository: made by its own factory, else the first module that needs no arguments; that one is put into eval for a claim about repeats. */
  #model(): string | null {
    const factories = this.#modules.flatMap((m) => m.functions.map((f) => ({ m, f })))
    const factory = factories.find(
      ({ f }) =>
        /^(?:restore|load|build|make|create|get|new)/.test(f.name) &&
        f.parameters.every((p) => p.default !== null) &&
        this.#modules.some((m) => m.classes.some((c) => f.text.includes(`${c.name}(`))),
    )
    if (factory !== undefined) {
      this.needs(factory.m.module, factory.f.name)
      this.setup.push(`model = ${factory.f.name}()`)
      return 'model'
    }
    const classes = this.#modules.flatMap((m) => m.classes.map((c) => ({ m, c })))
    const plain = classes.find(
      ({ c }) => isModule(c, this.#modules) && c.parameters.length > 0 && c.parameters.every((p) => p.default !== null),
    )
    if (plain === undefined) return null
    this.needs(plain.m.module, plain.c.name)
    return `${plain.c.name}()${this.#report.symptom?.kind === 'nondeterminism' ? '.eval()' : ''}`
  }

  #tensor(name: string): string {
    if (/mask/i.test(name)) return `torch.ones(2, ${madeSize}, dtype=torch.bool)`
    if (/token|ids?$|index|events|words|codes|labels?|targets?|actions?$/i.test(name))
      return `torch.randint(0, ${madeSize}, (2, ${madeSize}))`
    if (/edges?(_index)?$/i.test(name)) return `torch.tensor([[0, 1, 2, 3], [1, 2, 3, 0]])`
    if (/^(?:t|time|timesteps?|step)$/i.test(name)) return 'torch.tensor([1, 2])'
    if (/image|img|picture|pixels|noisy|frames?$/i.test(name) && this.#input === 'image')
      return `torch.rand(2, 1, ${madeSize}, ${madeSize})`
    const shapes: Record<InputShape, string> = {
      sequence: `torch.rand(2, ${madeSize}, ${madeSize})`,
      rows: `torch.rand(4, ${madeSize})`,
      image: `torch.rand(2, 3, ${madeSize * 4}, ${madeSize * 4})`,
      tokens: `torch.randint(0, ${madeSize}, (2, ${madeSize}))`,
    }
    return shapes[this.#input]
  }
}
