import { createHash } from 'node:crypto'
import type { Attempt, Rewrite } from '../../shared/attempt.ts'
import { PythonSource } from '../python/source.ts'
import { type OracleCall, oracleCalls } from '../verdict/oracles/index.ts'
import { type Base, bases } from './bases.ts'
import { addCheck, addCheckName } from './rewrites/add-check.ts'
import { rewriteRules } from './rewrites/index.ts'
import type { Failure, RuleContext } from './rule.ts'

/** What attempts are made from; the same for the whole case. */
export type Situation = Omit<RuleContext, 'source' | 'undefinedNames' | 'failure' | 'applied'> & {
  /** Names that a script reads and nothing defines, from the target interpreter. */
  undefinedNamesOf(script: string): Promise<string[]>
  /** Scripts that use what the report names in the repository (context/). */
  exercises: Base[]
}

/** A tried attempt and how it failed; a failure without exception is a run that did not show the symptom. */
export type Tried = { attempt: Attempt; failure: Failure }

/** Attempts on one base before the next one's turn: each failure may ask for one more rewrite. */
const attemptsPerBase = 7

/** The next script to try, given how all before it failed; null when the rules have nothing left. Pure but for the parser and the names. */
export async function nextAttempt(situation: Situation, tried: Tried[]): Promise<Attempt | null> {
  for (const base of bases(situation.report, situation.repository, situation.exercises)) {
    const chain = tried.filter((t) => t.attempt.base.code === base.code)
    const last = chain.at(-1)
    if (last === undefined) return firstAttempt(base, situation, tried.length)
    if (chain.length >= attemptsPerBase) continue
    const next =
      (await repaired(last, situation, tried.length)) ?? (await checkedOtherwise(last, situation, chain, tried.length))
    if (next !== null && !tried.some((t) => t.attempt.script === next.script)) return next
  }
  return null
}

async function firstAttempt(base: Base, situation: Situation, index: number): Promise<Attempt> {
  const draft = await rewritten({ base, rewrites: [], script: base.code }, situation, null)
  const call = (await calls(draft.script, situation))[0]
  return finished(call === undefined ? draft : await checked(draft, call), null, index)
}

/** One more rewrite that the failure asks for, and whatever static rules that makes possible. */
async function repaired({ attempt, failure }: Tried, situation: Situation, index: number): Promise<Attempt | null> {
  const check = attempt.rewrites.find((r) => r.name === addCheckName)
  const unchecked = await replay(
    attempt.base,
    attempt.rewrites.filter((r) => r !== check),
  )
  const draft = await rewritten(unchecked, situation, failure)
  if (draft.rewrites.length === unchecked.rewrites.length) return null
  const added = draft.rewrites.at(-1) as Rewrite
  const again = check === undefined ? draft : await checked(draft, check.parameters as OracleCall)
  return finished(again, added.reason, index)
}

/** The script ran and its check did not fail: another way to check the same symptom, where there is one. */
async function checkedOtherwise(
  { attempt, failure }: Tried,
  situation: Situation,
  chain: Tried[],
  index: number,
): Promise<Attempt | null> {
  if (failure.exception !== null) return null
  const draft = await replay(
    attempt.base,
    attempt.rewrites.filter((r) => r.name !== addCheckName),
  )
  const used = new Set(
    chain.map((t) => JSON.stringify(t.attempt.rewrites.find((r) => r.name === addCheckName)?.parameters)),
  )
  const call = (await calls(draft.script, situation)).find((c) => !used.has(JSON.stringify(c)))
  return call === undefined
    ? null
    : finished(await checked(draft, call), 'the check before did not find the symptom', index)
}

type Draft = { base: Base; rewrites: Rewrite[]; script: string }

/** Applies every rule that proposes something; of the rules that need a failure, the first alone. */
async function rewritten(draft: Draft, situation: Situation, failure: Failure | null): Promise<Draft> {
  let current = draft
  let repairs = failure === null ? 0 : 1
  let undefinedNames = await situation.undefinedNamesOf(current.script)
  for (const rule of rewriteRules) {
    if (rule.when === 'failure' && repairs === 0) continue
    using source = await PythonSource.parse(current.script)
    const proposal = rule.propose({ ...situation, source, undefinedNames, failure, applied: current.rewrites })
    if (proposal === null) continue
    const script = rule.apply(source, proposal.parameters)
    if (script === current.script) continue
    current = { ...current, rewrites: [...current.rewrites, { name: rule.name, ...proposal }], script }
    undefinedNames = await situation.undefinedNamesOf(script)
    if (rule.when === 'failure') repairs -= 1
  }
  return current
}

/** The script that a list of rewrites makes of a base: undoing one is replaying the others. */
export async function replay(base: Base, rewrites: Rewrite[]): Promise<Draft> {
  let script = base.code
  for (const rewrite of rewrites) {
    using source = await PythonSource.parse(script)
    const rule = rewriteRules.find((r) => r.name === rewrite.name)
    script =
      rewrite.name === addCheckName
        ? addCheck(source, rewrite.parameters)
        : (rule?.apply(source, rewrite.parameters) ?? script)
  }
  return { base, rewrites, script }
}

async function calls(script: string, { symptom, report }: Situation): Promise<OracleCall[]> {
  return symptom === null ? [] : oracleCalls({ script, symptom, report })
}

async function checked(draft: Draft, call: OracleCall): Promise<Draft> {
  using source = await PythonSource.parse(draft.script)
  const rewrite: Rewrite = { name: addCheckName, parameters: call, reason: call.reason, effect: 'probe', defines: [] }
  return { ...draft, rewrites: [...draft.rewrites, rewrite], script: addCheck(source, call) }
}

function finished(draft: Draft, because: string | null, index: number): Attempt {
  const hash = createHash('sha256').update(draft.script).digest('hex').slice(0, 6)
  return { ...draft, id: `${String(index + 1).padStart(2, '0')}-${hash}`, because }
}
