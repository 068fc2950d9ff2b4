import type { Plan, Step } from '../../shared/attempt.ts'
import type { Report } from '../../shared/report.ts'
import type { Symptom } from '../../shared/symptom.ts'

/** The plan by rules: what must be there, what the script must reach, and the check that fails while the bug is there. */
export function makePlan(report: Report): Plan {
  const code = report.snippets.map((s) => s.code).join('\n')
  const steps: Omit<Step, 'id'>[] = [
    environment(report, code),
    ...data(report),
    ...model(report, code),
    ...training(code),
    check(report.symptom),
  ]
  return { steps: steps.map((step, i) => ({ id: String(i + 1), ...step })) }
}

function environment(report: Report, code: string): Omit<Step, 'id'> {
  const imported = [...code.matchAll(/^\s*(?:from|import)\s+(\w+)/gm)].map((m) => m[1] as string)
  const frameworks = ['torch', 'tensorflow', 'keras', 'jax'].filter((name) =>
    new RegExp(`\\b${name}\\b`, 'i').test(`${code}\n${report.title}`),
  )
  const modules = [...new Set([...imported, ...frameworks])].filter((m) => m !== '__future__')
  const versions = Object.entries(report.environment.versions).map(([name, { version }]) => `${name} ${version}`)
  return {
    stage: 'environment',
    text:
      versions.length > 0
        ? `As the report: ${versions.slice(0, 8).join(', ')}`
        : 'The report names no versions; what is installed is used',
    check: { kind: 'imports', modules },
  }
}

function data(report: Report): Omit<Step, 'id'>[] {
  const files = report.mentions.files.map((f) => f.text).filter((f) => /\.(py|ya?ml|json|toml|cfg|ipynb)$/.test(f))
  const text = report.data[0]?.text
  if (files.length === 0 && text === undefined) return []
  return [
    {
      stage: 'data',
      text: text ?? 'The files of the project that the report names',
      check: { kind: 'files', paths: [...new Set(files)] },
    },
  ]
}

function model(report: Report, code: string): Omit<Step, 'id'>[] {
  const classes = [...code.matchAll(/^class\s+(\w+)/gm)].map((m) => m[1] as string)
  const mentioned = report.mentions.symbols.map((s) => s.text).filter((s) => code.includes(s.split('.').at(-1) ?? s))
  const symbol = classes[0] ?? mentioned[0]
  return symbol === undefined
    ? []
    : [{ stage: 'model', text: `Build and use ${symbol} as the report does`, check: { kind: 'reaches', symbol } }]
}

function training(code: string): Omit<Step, 'id'>[] {
  const call = /\b\w+\.(backward|step|fit|train_on_batch|apply_gradients|minimize)\s*\(/.exec(code)
  if (call !== null)
    return [{ stage: 'training', text: `Train: ${call[0]}…)`, check: { kind: 'reaches', symbol: call[1] as string } }]
  const inference = /\b\w+\.(eval|predict|generate)\s*\(/.exec(code)
  return inference === null
    ? []
    : [
        {
          stage: 'inference',
          text: `Infer: ${inference[0]}…)`,
          check: { kind: 'reaches', symbol: inference[1] as string },
        },
      ]
}

function check(symptom: Symptom | null): Omit<Step, 'id'> {
  return {
    stage: 'check',
    text: `The script fails while the bug is there: ${describe(symptom)}`,
    check: { kind: 'symptom' },
  }
}

/** The symptom in a few words. */
export function describe(symptom: Symptom | null): string {
  switch (symptom?.kind) {
    case undefined:
      return 'the report shows nothing that can be checked'
    case 'exception':
      return `${symptom.type}: ${symptom.message.split('\n')[0]?.slice(0, 160)}`
    case 'nan':
      return `${symptom.value === 'inf' ? 'infinity' : 'NaN'} in ${symptom.name ?? symptom.where}`
    case 'no-learning':
      return `no learning: ${symptom.names.join(', ') || symptom.what} stays put`
    case 'wrong-value':
      return `a wrong value${symptom.got ? `: ${symptom.got}` : ''}${symptom.wanted ? `, wanted ${symptom.wanted}` : ''}`
    case 'degraded-metric':
      return `a worse ${symptom.metric ?? 'metric'}${symptom.betterIn ? ` than in ${symptom.betterIn}` : ''}`
    case 'memory-growth':
      return `memory grows on the ${symptom.device}`
    case 'hang':
      return `a hang${symptom.where ? ` in ${symptom.where}` : ''}`
    case 'slow':
      return `slow${symptom.factor ? ` by a factor of ${symptom.factor}` : ''}`
    case 'nondeterminism':
      return 'different results of the same program'
    case 'warning':
      return `${symptom.category}: ${symptom.message.slice(0, 160)}`
    case 'process-death':
      return `the process dies${symptom.signal ? ` of ${symptom.signal}` : ''}`
  }
}
