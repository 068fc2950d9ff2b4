import type { CaseState } from '../../shared/case.ts'
import type { StoredEvent } from '../../shared/event.ts'
import { attemptItems } from './attempt-items.ts'
import { bestAttempt } from './best-attempt.ts'
import { issueText } from './issue.ts'
import type { BundleItem, ItemContent, ItemKind } from './item.ts'
import { logItems } from './log-items.ts'
import { replyText } from './reply.ts'
import { importedPackages, requirementsText } from './requirements.ts'
import { runInstructions } from './run-instructions.ts'
import { fillTemplate } from './template.ts'
import { verdictText } from './verdict-text.ts'

/** All that a bundle of a case may hold, in the order it is written. Nothing is redacted yet. */
export async function bundleContents(
  state: CaseState,
  events: StoredEvent[],
  caseFolder: string,
): Promise<BundleItem[]> {
  const { report, plan, verdict } = state
  const best = bestAttempt(state)
  const interpreter = state.interpreter?.interpreter ?? null
  const packages = best === null || interpreter === null ? [] : await importedPackages(best.attempt.script, interpreter)
  const item = (path: string, kind: ItemKind, content: ItemContent, priority = 0): BundleItem => ({
    path,
    kind,
    content,
    priority,
  })
  const json = (path: string, kind: ItemKind, value: unknown) => item(path, kind, { as: 'json', value })
  const text = (path: string, kind: ItemKind, value: string) => item(path, kind, { as: 'text', text: value })
  const reply = replyText(state)
  return [
    text(
      'README.md',
      'readme',
      fillTemplate('readme.md', {
        case: state.id,
        verdict: verdictText(verdict),
        run: best === null ? 'there is no script to run.' : runInstructions(state),
      }),
    ),
    text('ISSUE.md', 'issue', issueText(state, best, packages)),
    ...(reply === null ? [] : [text('REPLY.md', 'reply', reply)]),
    ...(best === null ? [] : [item('repro.py', 'script', { as: 'python', text: best.attempt.script })]),
    ...(interpreter === null
      ? []
      : [
          text('requirements.txt', 'environment', requirementsText(packages, interpreter.version)),
          json('environment.json', 'environment', environmentOf(state)),
        ]),
    ...(report === null
      ? []
      : [
          text('report/report.md', 'report', report.text),
          json('report/report.json', 'report', { ...report, text: undefined }),
        ]),
    ...(plan === null ? [] : [json('plan.json', 'plan', plan)]),
    ...attemptItems(state),
    ...(state.attempts.length === 0
      ? []
      : [
          json(
            'checks.json',
            'check',
            state.attempts.map((a) => ({ attemptId: a.attempt.id, checks: a.checks, steps: a.steps })),
          ),
        ]),
    ...(verdict === null ? [] : [json('verdict.json', 'verdict', verdict)]),
    ...(await logItems(state, caseFolder)),
    item('events.jsonl', 'events', { as: 'json-lines', values: events }, 2),
  ]
}

/** What the runs were made with. */
function environmentOf({ interpreter, revision, attempts }: CaseState) {
  const observation = attempts.flatMap((a) => a.runs).findLast((r) => r.observation !== null)?.observation
  return {
    python: interpreter?.interpreter.version ?? null,
    packages: interpreter?.interpreter.packages ?? {},
    chosen: interpreter?.reason ?? null,
    differences: interpreter?.differences ?? [],
    repository:
      revision === null
        ? null
        : { commit: revision.commit, reason: revision.reason, missing: revision.missing, files: revision.files },
    observedVersions: observation?.versions ?? {},
    seeds: observation?.seeds ?? {},
  }
}
