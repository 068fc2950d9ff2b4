import type { CaseEvent } from '../shared/event.ts'

/** What the engine does after an event; null where it waits for nobody and does nothing. */
export function nextStage(event: CaseEvent): string | null {
  switch (event.type) {
    case 'case-opened':
      return 'reading the report'
    case 'report-restructured':
      return 'looking at what is here'
    case 'revision-chosen':
      return 'choosing an interpreter'
    case 'interpreter-chosen':
      return 'planning'
    case 'plan-made':
    case 'attempt-judged':
      return 'writing an attempt'
    case 'attempt-written':
      return `checking ${event.attempt.id}`
    case 'attempt-checked':
      return event.checks.passed ? `observed run of ${event.attemptId}` : `judging ${event.attemptId}`
    case 'run-ended':
      return `judging ${event.attemptId}`
    case 'step-checked':
      return `judging ${event.attemptId}`
    case 'verdict-reached':
    case 'interrupted':
    case 'note':
      return null
  }
}
