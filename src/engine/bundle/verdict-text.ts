import type { Verdict } from '../../shared/verdict.ts'
import { prose } from './markdown-text.ts'

const headlines: Record<Verdict['outcome'], string> = {
  reproduced: 'The script shows the reported problem.',
  'different-failure': 'The script fails, but not as reported.',
  'not-reproduced': 'The script ran as reported and did not show the problem.',
  inconclusive: 'No run was close enough to the report to tell.',
  blocked: 'The problem could not be tried, as something is missing.',
  error: 'The tool failed; nothing was found out about the problem.',
}

/** The verdict in a few sentences of Markdown: outcome, runs, control, by whom, sandbox. */
export function verdictText(verdict: Verdict | null): string {
  if (verdict === null) return 'The case has no verdict yet.'
  const { outcome, by, reason, runs, control, sandboxed, missing } = verdict
  const headline = by === 'person' ? `A person judged this as “${outcome}”; no run confirmed it.` : headlines[outcome]
  return [
    `**${headline}** ${prose(reason)}`,
    runs.of === 0
      ? ''
      : `It showed in ${runs.shown} of ${runs.of} ${runs.of === 1 ? 'run' : 'runs'} of the script alone, ${sandboxed ? 'in a sandbox without network' : 'without a sandbox'}.`,
    {
      none: '',
      'symptom-gone': 'In the control run it is gone.',
      'symptom-stays': 'In the control run it is still there.',
    }[control],
    missing.length === 0 ? '' : `Missing: ${missing.map((m) => `${m.kind} ${prose(m.name)}`).join(', ')}.`,
  ]
    .filter((text) => text !== '')
    .join(' ')
}
