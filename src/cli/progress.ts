import { describe } from '../engine/plan/make-plan.ts'
import type { StoredEvent } from '../shared/event.ts'
import { colours as pc } from './colours.ts'
import { LiveLine } from './live-line.ts'
import { nextStage } from './next-stage.ts'
import { safeJson, safeLine, safeText } from './safe-text.ts'
import type { EngineListeners } from './with-engine.ts'

export type Progress = EngineListeners & Disposable

/** Each event as a JSON line; nothing else goes to standard output. */
export function jsonProgress(write: (line: string) => void): Progress {
  return {
    onEvent: (event) => write(`${safeJson(event)}\n`),
    onOutput: () => undefined,
    [Symbol.dispose]: () => undefined,
  }
}

export type TextOptions = {
  showOutput: boolean
  /** Columns of the terminal, for a last line that says what is being done; null where there is none. */
  liveColumns: (() => number) | null
}

/** A line per stage, and what the runs print below it. */
export function textProgress(write: (text: string) => void, { showOutput, liveColumns }: TextOptions): Progress {
  const live = liveColumns === null ? null : new LiveLine(write, liveColumns)
  let atLineStart = true
  const print = (text: string) => {
    live?.clear()
    write(text)
    atLineStart = text.endsWith('\n')
  }
  return {
    onEvent: (stored: StoredEvent) => {
      const text = lines(stored).map((line) => `${line}\n`)
      if (text.length > 0) print(`${atLineStart ? '' : '\n'}${text.join('')}`)
      live?.set(nextStage(stored.event))
      live?.draw()
    },
    onOutput: ({ attemptId, run, text }) => {
      live?.set(`${run} run of ${attemptId}`)
      const shown = safeText(text)
      if (!showOutput || shown === '') return
      const indented = (atLineStart ? '    ' : '') + shown.replace(/\n(?!$)/g, '\n    ')
      // The end of the line stands outside of the colour, as it decides where the next text goes.
      print(indented.endsWith('\n') ? `${pc.dim(indented.slice(0, -1))}\n` : pc.dim(indented))
    },
    [Symbol.dispose]: () => {
      if (!atLineStart) print('\n')
      live?.[Symbol.dispose]()
    },
  }
}

const stage = (name: string, text: string) => `${pc.bold(name.padEnd(11))} ${text}`

/** What an event says, in a line or two. */
function lines({ caseId, event }: StoredEvent): string[] {
  switch (event.type) {
    case 'case-opened':
      return [stage('case', safeLine(`${caseId}: ${event.source}`))]
    case 'report-restructured': {
      const { report } = event
      const found = `${report.snippets.length} snippet${report.snippets.length === 1 ? '' : 's'}, ${report.tracebacks.length} traceback${report.tracebacks.length === 1 ? '' : 's'}`
      return [
        stage('report', safeLine(report.title)),
        stage('', `${found}; symptom: ${safeLine(describe(report.symptom))}`),
        ...report.notes.map((n) => stage('', safeLine(n))),
      ]
    }
    case 'revision-chosen':
      return [
        stage(
          'revision',
          safeLine(
            `${event.revision.commit?.slice(0, 10) ?? 'folder'} (${event.revision.reason}), ${event.revision.files} files`,
          ),
        ),
      ]
    case 'interpreter-chosen': {
      const differ = event.differences
        .map((d) => `${d.name} ${d.have ?? 'not installed'} (report: ${d.reported})`)
        .join(', ')
      const line = `${event.interpreter.path}, Python ${event.interpreter.version}: ${event.reason}`
      return [
        stage('python', safeLine(line)),
        ...(differ === '' ? [] : [stage('', safeLine(`differs from the report: ${differ}`))]),
      ]
    }
    case 'plan-made':
      return [stage('plan', `${event.plan.steps.length} steps; ${safeLine(event.plan.steps.at(-1)?.text ?? '')}`)]
    case 'attempt-written': {
      const { attempt } = event
      return [
        stage('attempt', safeLine(`${attempt.id}: ${attempt.base.title}`)),
        ...attempt.rewrites.map((r) => stage('', safeLine(`· ${r.name}: ${r.reason}`))),
      ]
    }
    case 'attempt-checked': {
      const stopping = event.checks.findings.filter((f) => f.severity !== 'advice')
      const relevance = `relevance ${event.checks.relevance.toFixed(2)}`
      return stopping.length === 0
        ? [stage('checks', `passed, ${relevance}`)]
        : [
            stage('checks', pc.yellow(`failed, ${relevance}`)),
            ...stopping.slice(0, 5).map((f) => stage('', safeLine(`line ${f.line ?? '?'}: ${f.message}`))),
          ]
    }
    case 'run-ended': {
      const { run } = event
      const how =
        run.endedBy === 'itself' ? `exit ${run.exit.signal ?? run.exit.code}` : `ended by our limit: ${run.endedBy}`
      return [
        stage(
          `${run.kind} run`,
          `${how}, ${run.seconds.toFixed(1)} s, ${Math.round(run.peakBytes / 2 ** 20)} MiB${run.sandboxed ? '' : pc.red(', without a sandbox')}`,
        ),
      ]
    }
    case 'attempt-judged':
      return [stage('judged', safeLine(`${event.verdict.outcome}: ${event.verdict.reason}`))]
    case 'verdict-reached': {
      const colour = event.verdict.outcome === 'reproduced' ? pc.green : pc.yellow
      return [stage('verdict', colour(pc.bold(event.verdict.outcome))), stage('', safeLine(event.verdict.reason))]
    }
    case 'interrupted':
      return [stage('stopped', safeLine(event.reason))]
    case 'note':
      return [stage('note', safeLine(event.text))]
    case 'step-checked':
      return []
  }
}
