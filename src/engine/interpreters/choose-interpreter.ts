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

/** The interpreter that has what the code imports and is nearest to the report's versions. A given one is always taken. */
export function chooseInterpreter(
  found: Interpreter[],
  report: Report,
  modules: string[],
): Choice | { missing: Missing } {
  const given = found.find((i) => i.source === 'given')
  if (given !== undefined)
    return { interpreter: given, reason: 'it was given with --python', differences: differences(given, report) }
  const usable = found.filter((i) => !i.foreign && supported(i.version))
  if (usable.length === 0) {
    const remedy = `Install Python ${oldest.join('.')} to ${newest.join('.')} with the report’s framework, or give one with --python.`
    return {
      missing: {
        kind: 'interpreter',
        name: found.length === 0 ? 'Python' : `Python ${oldest.join('.')} to ${newest.join('.')}`,
        remedy,
      },
    }
  }
  const wanted = [...new Set(modules.map(distributionOf))].filter((name) => frameworks.includes(name))
  const has = (i: Interpreter) => wanted.filter((name) => i.packages[name] !== undefined).length
  const score = (i: Interpreter) => has(i) * 100 - distance(i, report) + (i.packages['torch'] !== undefined ? 5 : 0)
  const best = [...usable].sort((a, b) => score(b) - score(a))[0] as Interpreter
  const lacking = wanted.filter((name) => best.packages[name] === undefined)
  const reason =
    lacking.length > 0
      ? `no interpreter here has ${lacking.join(' and ')}; this one has most`
      : wanted.length > 0
        ? `it has ${wanted.join(', ')}`
        : 'it fits the report best'
  return { interpreter: best, reason, differences: differences(best, report) }
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

/** A short version stands for all that begin with it: 1.13 for 1.13.1. */
function sameVersion(reported: string, have: string): boolean {
  const parts = (v: string) => v.replace(/^v/, '').split('+')[0]?.split('.') ?? []
  const [a, b] = [parts(reported), parts(have)]
  return a.every((part, i) => i > 2 || b[i] === undefined || part === b[i] || part === '*')
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
