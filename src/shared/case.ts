import type { Attempt, Checks, Plan, StepCheck } from './attempt.ts'
import type { CaseEvent, CaseEventOf, Revision, Settings, StoredEvent } from './event.ts'
import type { Report } from './report.ts'
import type { Observation, Run } from './run.ts'
import type { Verdict } from './verdict.ts'

export type AttemptState = {
  attempt: Attempt
  by: 'rules' | 'model' | 'person'
  checks: Checks | null
  runs: { run: Run; observation: Observation | null }[]
  steps: { step: string; check: StepCheck; passed: boolean | null; detail: string }[]
  verdict: Verdict | null
}

/** A case as it stands: the fold over its events, the same in the engine and in the window. */
export type CaseState = {
  id: string
  sequence: number
  openedAt: string | null
  changedAt: string | null
  source: string | null
  settings: Settings | null
  report: Report | null
  revision: Revision | null
  interpreter: Omit<CaseEventOf<'interpreter-chosen'>, 'type'> | null
  plan: Plan | null
  attempts: AttemptState[]
  verdict: Verdict | null
  seconds: number | null
  notes: string[]
  interrupted: boolean
}

export function emptyCase(id: string): CaseState {
  return {
    id,
    sequence: 0,
    openedAt: null,
    changedAt: null,
    source: null,
    settings: null,
    report: null,
    revision: null,
    interpreter: null,
    plan: null,
    attempts: [],
    verdict: null,
    seconds: null,
    notes: [],
    interrupted: false,
  }
}

export function foldCase(id: string, events: Iterable<StoredEvent>): CaseState {
  let state = emptyCase(id)
  for (const stored of events) state = applyEvent(state, stored)
  return state
}

export function applyEvent(state: CaseState, { sequence, at, event }: StoredEvent): CaseState {
  const next: CaseState = { ...state, sequence, openedAt: state.openedAt ?? at, changedAt: at }
  return { ...next, ...change(next, event) }
}

function change(state: CaseState, event: CaseEvent): Partial<CaseState> {
  switch (event.type) {
    case 'case-opened':
      return { source: event.source, settings: event.settings }
    case 'report-restructured':
      return { report: event.report, interrupted: false }
    case 'revision-chosen':
      return { revision: event.revision }
    case 'interpreter-chosen': {
      const { type: _, ...chosen } = event
      return { interpreter: chosen }
    }
    case 'plan-made':
      return { plan: event.plan }
    case 'attempt-written':
      return {
        attempts: [
          ...state.attempts,
          { attempt: event.attempt, by: event.by, checks: null, runs: [], steps: [], verdict: null },
        ],
        interrupted: false,
      }
    case 'attempt-checked':
      return { attempts: onAttempt(state, event.attemptId, (a) => ({ ...a, checks: event.checks })) }
    case 'run-ended': {
      const { run, observation } = event
      return { attempts: onAttempt(state, event.attemptId, (a) => ({ ...a, runs: [...a.runs, { run, observation }] })) }
    }
    case 'step-checked': {
      const { step, check, passed, detail } = event
      return {
        attempts: onAttempt(state, event.attemptId, (a) => ({
          ...a,
          steps: [...a.steps, { step, check, passed, detail }],
        })),
      }
    }
    case 'attempt-judged':
      return { attempts: onAttempt(state, event.attemptId, (a) => ({ ...a, verdict: event.verdict })) }
    case 'verdict-reached':
      return { verdict: event.verdict, seconds: event.seconds, interrupted: false }
    case 'note':
      return { notes: [...state.notes, event.text] }
    case 'interrupted':
      return { interrupted: true }
  }
}

function onAttempt(state: CaseState, id: string, update: (a: AttemptState) => AttemptState): AttemptState[] {
  return state.attempts.map((a) => (a.attempt.id === id ? update(a) : a))
}
