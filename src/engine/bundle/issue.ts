import type { AttemptState, CaseState } from '../../shared/case.ts'
import type { Run } from '../../shared/run.ts'
import type { Evidence } from '../../shared/verdict.ts'
import { fenced, inlineCode, oneLine, prose } from './markdown-text.ts'
import { runInstructions } from './run-instructions.ts'
import { fillTemplate } from './template.ts'
import { tool } from './tool.ts'
import { verdictText } from './verdict-text.ts'

const shownLines = 14
const shownEvidence = 5
const shownChanges = 8

/** ISSUE.md: what, how to run, observed, expected, versions, changes, and that a tool made it. Short, and safe to paste. */
export function issueText(
  state: CaseState,
  best: AttemptState | null,
  packages: { name: string; version: string }[],
): string {
  const { report, verdict, interpreter } = state
  const { name, version } = tool()
  const differences = verdict?.differences ?? interpreter?.differences ?? []
  return fillTemplate('issue.md', {
    title: prose(report?.title || 'A bug without a title'),
    verdict: verdictText(verdict),
    run:
      best === null
        ? ''
        : `Save the script as ${inlineCode('repro.py')}. It exits with 0 once the problem is gone.\n\n${runInstructions(state, installCommand(packages))}`,
    observed: best === null ? '' : observed(best, verdict?.evidence ?? []),
    evidence: (verdict?.evidence ?? []).slice(0, shownEvidence).map(evidenceLine).join('\n'),
    expected: quoted((report?.expected ?? []).slice(0, 3).map((s) => s.text)) || 'The report does not say.',
    versions: interpreter === null ? '' : versionLines(interpreter.interpreter.version, packages),
    differences:
      differences.length === 0
        ? ''
        : `Other versions than the report's: ${differences
            .map((d) => `${d.name} ${d.have ?? 'not installed'} here, ${d.reported} in the report`)
            .map(prose)
            .join('; ')}.`,
    changes: best === null ? '' : changes(best),
    'made-by': `Made by ${name} ${version}, which ran the script; no language model judged the result.`,
  })
}

/** The run that the verdict rests on: the last bare one, else the observed one. */
export function tellingRun(best: AttemptState): Run | null {
  const runs = best.runs.map((r) => r.run)
  return runs.findLast((r) => r.kind === 'bare') ?? runs.findLast((r) => r.kind === 'observed') ?? null
}

function observed(best: AttemptState, evidence: Evidence[]): string {
  const run = tellingRun(best)
  if (run === null) return ''
  const at = evidence.map((e) => e.at).find((a) => a.kind === 'output')
  const stream = at?.kind === 'output' ? at.stream : run.stderr.text.trim() === '' ? 'stdout' : 'stderr'
  const lines = run[stream].text.trimEnd().split('\n')
  const last = at?.kind === 'output' && !run[stream].cut ? Math.min(lines.length, at.line + 3) : lines.length
  const first = Math.max(0, last - shownLines)
  const ending = run.exit.signal === null ? `exit code ${run.exit.code}` : `signal ${run.exit.signal}`
  const ended =
    run.endedBy === 'itself' ? `The run ended with ${ending}.` : `The run was ended by a limit (${run.endedBy}).`
  const text = lines
    .slice(first, last)
    .map((line) => line.slice(0, 300))
    .join('\n')
  return text.trim() === '' ? ended : `${fenced(`${first > 0 ? '[…]\n' : ''}${text}`)}\n\n${ended}`
}

function evidenceLine({ what, reported, reportLines, at }: Evidence): string {
  const where =
    at.kind === 'output'
      ? `line ${at.line} of ${at.stream}`
      : at.kind === 'frame'
        ? `frame ${inlineCode(`${at.file}:${at.line ?? '?'}`)}`
        : 'the way it ended'
  const line = reportLines === null ? '' : ` in line ${reportLines.start} of the report`
  const match =
    reported === null
      ? ''
      : reported === what
        ? `, as it stands${line || ' in the report'}`
        : `; the report has${line}: ${inlineCode(oneLine(reported, 160))}`
  return `- ${inlineCode(oneLine(what, 160))} (${where})${match}`
}

/** The exact versions, without the local label of a build, which the package index does not have. */
const installCommand = (packages: { name: string; version: string }[]) =>
  packages.length === 0 ? '' : `pip install ${packages.map((p) => `${p.name}==${p.version.split('+')[0]}`).join(' ')}`

function versionLines(python: string, packages: { name: string; version: string }[]): string {
  return [`- Python ${inlineCode(python)}`, ...packages.map((p) => `- ${p.name} ${inlineCode(p.version)}`)].join('\n')
}

function changes({ attempt }: AttemptState): string {
  const told = attempt.rewrites.slice(0, shownChanges).map((r) => `- ${prose(r.reason)}`)
  const more = attempt.rewrites.length - told.length
  return [...told, ...(more > 0 ? [`- and ${more} more, in attempts/`] : [])].join('\n')
}

const quoted = (texts: string[]) => texts.map((text) => `> ${prose(text)}`).join('\n>\n')
