import type { Rewrite } from '../../shared/attempt.ts'
import type { ChainedException, Report } from '../../shared/report.ts'
import type { EndedBy, Interpreter } from '../../shared/run.ts'
import type { Symptom } from '../../shared/symptom.ts'
import type { PythonSource } from '../python/source.ts'
import type { RepositorySymbols } from '../repository/python-packages.ts'

/** How the run before ended, when that was not the reported symptom. */
export type Failure = {
  exception: ChainedException | null
  /** Line of the script that was active, 1-based. */
  scriptLine: number | null
  endedBy: EndedBy
  /** Lines of the symptom's quoted output that the run did not print, or null where that was not compared. */
  unlike: string | null
}

/** What a rule may look at. Rules know the report only through its parsed parts. */
export type RuleContext = {
  source: PythonSource
  report: Report
  symptom: Symptom | null
  interpreter: Interpreter
  repository: RepositorySymbols | null
  /** Names that the script reads and nothing defines, in the order of their first use. */
  undefinedNames: string[]
  failure: Failure | null
  applied: Rewrite[]
}

export type Proposal = Omit<Rewrite, 'name'>

/** One way to make a snippet run. `apply` must give the same text for the same input: attempts are replayed. */
export type RewriteRule = {
  name: string
  /** `static` rules see the code alone; `failure` rules need a run that went wrong. */
  when: 'static' | 'failure'
  propose(context: RuleContext): Proposal | null
  apply(source: PythonSource, parameters: Record<string, unknown>): string
}

/** Names that the symptom itself is about: defining them would repair the bug instead of showing it. */
export function namesOfSymptom(symptom: Symptom | null): string[] {
  if (symptom?.kind !== 'exception') return []
  const { type, message } = symptom
  if (!/(NameError|UnboundLocalError|ModuleNotFoundError|ImportError|FileNotFoundError)$/.test(type)) return []
  return [...message.matchAll(/'([^']+)'/g)].map((m) => m[1] as string)
}
