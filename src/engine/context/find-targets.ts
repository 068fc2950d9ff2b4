import type { Report } from '../../shared/report.ts'
import type { ClassDefinition, FunctionDefinition, ModuleDefinitions } from './definitions.ts'

/** Something of the repository that the report is about, and how it is used: a class with a method, or a function. */
export type Target = {
  module: string
  owner: ClassDefinition | null
  /** The method to call; for a class without one that fits, its construction alone. */
  call: FunctionDefinition | null
  score: number
  why: string
}

const maxTargets = 3

/** Classes and functions that the report names or its traceback goes through, the likeliest first. */
export function findTargets(report: Report, modules: ModuleDefinitions[]): Target[] {
  const found: Target[] = []
  for (const module of modules) {
    for (const owner of module.classes) found.push(...classTargets(report, module, owner, modules))
    for (const call of module.functions) {
      const { score, why } = scoreOf(report, module, call.name, call)
      if (score > 0 && call.name !== 'main') found.push({ module: module.module, owner: null, call, score, why })
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, maxTargets)
}

function classTargets(
  report: Report,
  module: ModuleDefinitions,
  owner: ClassDefinition,
  modules: ModuleDefinitions[],
): Target[] {
  const own = scoreOf(report, module, owner.name, owner)
  const methods = withInherited(owner, modules).filter((m) => !m.name.startsWith('_'))
  const called = methods
    .map((call) => ({ call, ...scoreOf(report, module, call.name, call) }))
    .filter((m) => m.score > 0 && m.call.name !== 'forward' && m.call.name !== '__init__')
    // The method that an error message is about is called by another one.
    .map((m) => ({
      ...m,
      score:
        m.score - (report.symptom?.kind === 'exception' && report.symptom.message.includes(`${m.call.name}(`) ? 2 : 0),
    }))
    .sort((a, b) => b.score - a.score)
  const forward = methods.find((m) => m.name === 'forward') ?? null
  const inFrames =
    called.length === 0 && forward !== null ? scoreOf(report, module, 'forward', forward) : { score: 0, why: '' }
  if (own.score === 0 && inFrames.score < 4) return []
  const base = { module: module.module, owner }
  const why = own.why || inFrames.why
  const total = own.score + inFrames.score
  const best = called[0]
  return [
    ...(best === undefined ? [] : [{ ...base, call: best.call, score: total + best.score, why }]),
    ...(forward === null && best !== undefined
      ? []
      : [{ ...base, call: forward, score: total + (forward === null ? 0 : 0.5), why }]),
  ]
}

/** A class's methods and those of its bases in the repository, its own first. */
export function withInherited(owner: ClassDefinition, modules: ModuleDefinitions[], depth = 0): FunctionDefinition[] {
  const inherited =
    depth > 5
      ? []
      : owner.bases.flatMap((base) => {
          const found = classNamed(base.split('.').at(-1) ?? base, modules)
          return found === null || found.name === owner.name ? [] : withInherited(found, modules, depth + 1)
        })
  return [...owner.methods, ...inherited.filter((m) => !owner.methods.some((o) => o.name === m.name))]
}

export function classNamed(name: string, modules: ModuleDefinitions[]): ClassDefinition | null {
  return modules.flatMap((m) => m.classes).find((c) => c.name === name) ?? null
}

/** 5 for a frame of the traceback inside it, 3 for the title, 1 for a mention; names of one common word count in back-ticks only. */
function scoreOf(
  report: Report,
  module: ModuleDefinitions,
  name: string,
  definition: FunctionDefinition,
): { score: number; why: string } {
  const frames = report.tracebacks.flatMap((t) => t.exceptions.flatMap((e) => e.frames))
  const hit = frames.some(
    (f) =>
      !f.library &&
      f.line !== null &&
      sameFile(f.file, module.file) &&
      f.line >= definition.startLine &&
      f.line <= definition.endLine,
  )
  const named = new RegExp(`(?<![\\w.])(?:\\w+\\.)*${name}(?!\\w)`)
  const telling = /[A-Z].*[a-z]|_/.test(name)
  const titled = (telling ? named : new RegExp(`\`[^\`]*\\b${name}\\b[^\`]*\``)).test(report.title)
  const mentioned =
    report.mentions.symbols.some((s) => s.text.split('.').includes(name)) &&
    (telling || new RegExp(`\`[^\`\\n]*\\b${name}\\b[^\`\\n]*\``).test(report.text))
  const attributes = namedAttributes(report, definition)
  const score = (hit ? 5 : 0) + (titled ? 3 : 0) + (mentioned ? 1 : 0) + (attributes >= 2 ? 3 : 0)
  return { score, why: hit ? 'the traceback goes through it' : titled ? 'the title names it' : 'the report names it' }
}

/** How many names in back-ticks are attributes that the definition sets on itself. */
function namedAttributes(report: Report, definition: FunctionDefinition): number {
  const names = new Set([...report.text.matchAll(/`(?:self\.)?([a-z_]\w*)`/g)].map((m) => m[1] as string))
  return [...names].filter((name) => new RegExp(`self\\.${name}\\b[^=\\n]*=[^=]`).test(definition.text)).length
}

const sameFile = (printed: string, file: string) =>
  printed.replaceAll('\\', '/') === file ||
  printed.replaceAll('\\', '/').endsWith(`/${file}`) ||
  file.endsWith(`/${printed}`)
