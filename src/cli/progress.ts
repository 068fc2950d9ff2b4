import pc from 'picocolors'
import type { CaseEvent, StoredEvent } from '../shared/event.ts'
import { describe } from '../engine/plan/make-plan.ts'
import type { EngineListeners } from './with-engine.ts'
import { safeText } from './safe-text.ts'

/** Each event as a JSON line; nothing else goes to standard output. */
export function jsonProgress(write: (line: string) => void): EngineListeners {
  return { onEvent: (event) => write(`${JSON.stringify(event)}\n`), onOutput: () => undefined }
}

/** A line per stage, and what the runs print below it. */
export function textProgress(write: (text: string) => void, options: { showOutput: boolean }): EngineListeners {
  let atLineStart = true
  const line = (text: string) => {
    write(`${atLineStart ? '' : '\n'}${text}\n`)
    atLineStart = true
  }
  return {
    onEvent: (stored: StoredEvent) => lines(stored.event).forEach(line),
    onOutput: ({ text }) => {
      if (!options.showOutput) return
      const shown = safeText(text)
      write(pc.dim((atLineStart ? '    ' : '') + shown.replace(/\n(?!$)/g, '\n    ')))
      atLineStart = shown.endsWith('\n')
    },
  }
}

const stage = (name: string, text: string) => `${pc.bold(name.padEnd(11))} ${text}`

/** What an event says, in a line or two. */
function lines(event: CaseEvent): string[] {
  switch (event.type) {
    case 'case-opened':
      return [stage('case', safeText(event.source))]
    case 'report-restructured': {
      const { report } = event
      const found = `${report.snippets.length} snippet${report.snippets.length === 1 ? '' : 's'}, ${report.tracebacks.length} traceback${report.tracebacks.length === 1 ? '' : 's'}`
      return [stage('report', safeText(report.title)), stage('', `${found}; symptom: ${safeText(describe(report.symptom))}`), ...report.notes.map((n) => stage('', safeText(n)))]
    }
    case 'revision-chosen':
      return [stage('revision', safeText(`${event.revision.commit?.slice(0, 10) ?? 'folder'} (${event.revision.reason}), ${event.revision.files} files`))]
    case 'interpreter-chosen': {
      const differ = event.differences.map((d) => `${d.name} ${d.have ?? 'not installed'} (report: ${d.reported})`).join(', ')
      const line = `${event.interpreter.path}, Python ${event.interpreter.version}: ${event.reason}`
      return [stage('python', safeText(line)), ...(differ === '' ? [] : [stage('', safeText(`differs from the report: ${differ}`))])]
    }
    case 'plan-made':
      return [stage('plan', `${event.plan.steps.length} steps; ${safeText(event.plan.steps.at(-1)?.text ?? '')}`)]
    case 'attempt-written': {
      const { attempt } = event
      return [stage('attempt', safeText(`${attempt.id}: ${attempt.base.title}`)), ...attempt.rewrites.map((r) => stage('', safeText(`· ${r.name}: ${r.reason}`)))]
    }
    case 'attempt-checked': {
      const stopping = event.checks.findings.filter((f) => f.severity !== 'advice')
      const relevance = `relevance ${event.checks.relevance.toFixed(2)}`
      return stopping.length === 0
        ? [stage('checks', `passed, ${relevance}`)]
        : [stage('checks', pc.yellow(`failed, ${relevance}`)), ...stopping.slice(0, 5).map((f) => stage('', safeText(`line ${f.line ?? '?'}: ${f.message}`)))]
    }
    case 'run-ended': {
      const { run } = event
      const how = run.endedBy === 'itself' ? `exit ${run.exit.signal ?? run.exit.code}` : `ended by our limit: ${run.endedBy}`
      return [stage(`${run.kind} run`, `${how}, ${run.seconds.toFixed(1)} s, ${Math.round(run.peakBytes / 2 ** 20)} MiB${run.sandboxed ? '' : pc.red(', without a sandbox')}`)]
    }
    case 'attempt-judged':
      return [stage('judged', safeText(`${event.verdict.outcome}: ${event.verdict.reason}`))]
    case 'verdict-reached': {
      const colour = event.verdict.outcome === 'reproduced' ? pc.green : pc.yellow
      return [stage('verdict', colour(pc.bold(event.verdict.outcome))), stage('', safeText(event.verdict.reason))]
    }
    case 'interrupted':
      return [stage('stopped', safeText(event.reason))]
    case 'note':
      return [stage('note', safeText(event.text))]
    case 'step-checked':
    case 'rewrite-undone':
      return []
  }
}
