import type { Report } from '../../shared/report.ts'
import type { Difference, Interpreter } from '../../shared/run.ts'
import type { Missing } from '../../shared/verdict.ts'
import { distributionOf } from './distributions.ts'

export type Choice = { interpreter: Interpreter; reason: string; differences: Difference[] }

/** Versions of Python that the harness runs on. */
const oldest = [3, 8]
const newest = [3, 14]

const frameworks = [
  'torch',
  'tensorflow',
  'keras',
  'jax',
  'flax',
  'pytorch-lightning',
  'lightning',
  'transformers',
  'torchvision',
  'torch-geometric',
  'scikit-learn',
  'numpy',
]

/**
 * The interpreter that has what the code imports and is nearest to the report's versions. A given one is always taken, unless the harness cannot
 * run on it. One of the repository is only taken when it was given.
 */
export function chooseInterpreter(
  found: Interpreter[],
  report: Report,
  modules: string[],
): Choice | { missing: Missing } {
  const given = found.find((i) => i.source === 'given')
  if (given !== undefined && !supported(given.version)) return { missing: unsupported([given]) }
  if (given !== undefined) {
    return { interpreter: given, reason: 'it was given with --python', differences: differences(given, report) }
  }
  const usable = found.filter((i) => !i.foreign && supported(i.version))
  if (usable.length === 0) return { missing: unsupported(found) }
  const wanted = [...new Set(modules.map(distributionOf))]
  const has = (i: Interpreter, names: string[]) => names.filter((name) => i.packages[name] !== undefined).length
  const needed = wanted.filter((name) => frameworks.includes(name))
  const score = (i: Interpreter) =>
    has(i, needed) * 100 + has(i, wanted) * 3 - distance(i, report) + (i.packages.torch !== undefined ? 5 : 0)
  const best = [...usable].sort((a, b) => score(b) - score(a))[0] as Interpreter
  return { interpreter: best, reason: reasonFor(best, needed, usable), differences: differences(best, report) }
}

function reasonFor(best: Interpreter, needed: string[], usable: Interpreter[]): string {
  const lacking = needed.filter((name) => best.packages[name] === undefined)
  const nobody = lacking.filter((name) => usable.every((i) => i.packages[name] === undefined))
  const having = needed.filter((name) => best.packages[name] !== undefined)
  if (nobody.length > 0) {
    return `no interpreter here has ${nobody.join(' or ')}; ${having.length > 0 ? `this one has ${having.join(', ')}` : 'this one fits best'}`
  }
  if (lacking.length > 0) return `it has ${having.join(', ')}, though not ${lacking.join(', ')}; no other has all`
  return needed.length > 0 ? `it has ${needed.join(', ')}` : 'it fits the report best'
}

const range = `${oldest.join('.')} to ${newest.join('.')}`

function unsupported(found: Interpreter[]): Missing {
  const there = [...new Set(found.filter((i) => !supported(i.version)).map((i) => i.version))]
  const name =
    there.length > 0
      ? `Python ${range} (there is ${there.join(', ')})`
      : found.length > 0
        ? `Python ${range}`
        : 'Python'
  return {
    kind: 'interpreter',
    name,
    remedy: `Install Python ${range} with the report’s framework, or give one with --python.`,
  }
}

function supported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major === 3 && minor >= (oldest[1] as number) && minor <= (newest[1] as number)
}

/** How the interpreter differs from what the report names; builds of one version (`2.5.1+cu124`) are the same. */
export function differences(interpreter: Interpreter, report: Report): Difference[] {
  return Object.entries(report.environment.versions)
    .map(([name, { version }]) => ({
      name,
      reported: version,
      have: name === 'python' ? interpreter.version : (interpreter.packages[name] ?? null),
    }))
    .filter(({ reported, have }) => have === null || !sameVersion(reported, have))
    .filter(({ name, have }) => have !== null || frameworks.includes(name))
}

/** A short version stands for all that begin with it: 1.13 for 1.13.1. What a build adds to the numbers does not count. */
function sameVersion(reported: string, have: string): boolean {
  const parts = (v: string) => (v.replace(/^v/, '').split('+')[0] ?? '').split('.').slice(0, 3)
  const [a, b] = [parts(reported), parts(have)]
  return a.every(
    (part, i) =>
      b[i] === undefined || part === '*' || part === b[i] || Number.parseInt(part, 10) === Number.parseInt(b[i], 10),
  )
}

function distance(interpreter: Interpreter, report: Report): number {
  return Object.entries(report.environment.versions).reduce((sum, [name, { version }]) => {
    const have = name === 'python' ? interpreter.version : interpreter.packages[name]
    if (have === undefined) return sum
    const [a = 0, b = 0] = version.split('.').map((p) => Number.parseInt(p, 10) || 0)
    const [x = 0, y = 0] = have.split('.').map((p) => Number.parseInt(p, 10) || 0)
    return sum + Math.min(40, Math.abs(a - x) * 10 + Math.abs(b - y))
  }, 0)
}
