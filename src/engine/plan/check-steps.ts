import type { Plan, StepCheck } from '../../shared/attempt.ts'
import type { Interpreter, Observation } from '../../shared/run.ts'
import type { Verdict } from '../../shared/verdict.ts'
import { distributionOf } from '../interpreters/distributions.ts'
import type { RepositorySymbols } from '../repository/python-packages.ts'

export type StepOutcome = { step: string; check: StepCheck; passed: boolean | null; detail: string }

export type StepFacts = {
  script: string
  interpreter: Interpreter
  repository: RepositorySymbols | null
  observation: Observation | null
  verdict: Verdict
}

/** What the observed run says of each step of the plan; null where it cannot tell. */
export function checkSteps(plan: Plan, facts: StepFacts): StepOutcome[] {
  return plan.steps.map(({ id, check }) => ({ step: id, check, ...outcome(check, facts) }))
}

function outcome(check: StepCheck, facts: StepFacts): { passed: boolean | null; detail: string } {
  switch (check.kind) {
    case 'imports': {
      const own = facts.repository?.roots ?? []
      const failed = /No module named '(\w+)/.exec(facts.observation?.exception?.chain.at(-1)?.message ?? '')?.[1]
      const missing = check.modules.filter(
        (m) =>
          m === failed ||
          (!own.includes(m) && isDistribution(m) && facts.interpreter.packages[distributionOf(m)] === undefined),
      )
      return missing.length === 0
        ? { passed: true, detail: 'all modules are there' }
        : { passed: false, detail: `not installed: ${missing.join(', ')}` }
    }
    case 'files': {
      if (facts.repository === null) return { passed: null, detail: 'no repository was given' }
      const known = [...facts.repository.modules.map((m) => m.file), ...facts.repository.scripts]
      const missing = check.paths.filter(
        (path) => path.endsWith('.py') && !known.some((file) => file.endsWith(path.replace(/^.*\//, ''))),
      )
      return missing.length === 0
        ? { passed: true, detail: 'found' }
        : { passed: false, detail: `not in the repository: ${missing.join(', ')}` }
    }
    case 'reaches': {
      const lines = facts.script.split('\n')
      const name = check.symbol.split('.').at(-1) ?? check.symbol
      const last = lines.findLastIndex((line) => line.includes(name)) + 1
      if (last === 0) return { passed: false, detail: `the script does not use ${check.symbol}` }
      if (facts.observation === null) return { passed: null, detail: 'the run left no observation' }
      const stopped = facts.observation.exception === null ? null : facts.observation.scriptLine
      const first = lines.findIndex((line) => line.includes(name)) + 1
      return stopped === null || stopped >= first
        ? { passed: true, detail: `line ${first} was reached` }
        : { passed: false, detail: `the run ended at line ${stopped}, before line ${first}` }
    }
    case 'symptom':
      return { passed: facts.verdict.outcome === 'reproduced', detail: facts.verdict.reason }
  }
}

/** Modules of the standard library have no distribution to look for. */
const isDistribution = (module: string) =>
  /^(torch|torchvision|torchaudio|numpy|scipy|pandas|sklearn|tensorflow|keras|jax|flax|optax|transformers|datasets|matplotlib|PIL|cv2)$/.test(
    module,
  )
