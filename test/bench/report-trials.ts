import type { Trial } from './case-folder.ts'
import { median } from './median.ts'
import type { TrialResult } from './run-trial.ts'

const columns = [58, 15, 18, 4, 7, 6, 16, 0]

export function header(): string {
  return row(['case', 'expected', 'verdict', 'att', 'seconds', 'own', 'symptom', 'reason'])
}

export function resultRow(trial: Trial, result: TrialResult): string {
  const mark = wrong(trial, result) ? 'FALSE CLAIM: ' : brokenOnFixed(result) ? 'FAILS ON THE FIXED REPOSITORY: ' : ''
  const { verdict, attempts, seconds, own, symptom, reason } = result
  const label = trial.kind === 'case' ? trial.name : `${trial.name} (${trial.kind})`
  const expected = trial.expected ?? 'not reproduced'
  return row([
    label,
    expected,
    verdict,
    attempts,
    seconds.toFixed(1),
    own.toFixed(1),
    symptom ?? '-',
    mark + shortened(reason),
  ])
}

export function skippedRow(trial: Trial): string {
  return row([trial.name, trial.expected ?? '', 'skipped', '', '', '', '', `needs --${trial.interpreter}-python PATH`])
}

/** The closing lines, and whether something is wrong that must never be. */
export function totals(measured: { trial: Trial; result: TrialResult }[], skipped: number) {
  const cases = measured.filter(({ trial }) => trial.kind === 'case')
  const expected = cases.filter(({ trial }) => trial.expected === 'reproduced')
  const silent = expected.filter(({ trial }) => trial.silent)
  const others = cases.filter(({ trial }) => trial.expected !== 'reproduced')
  const twins = (kind: Trial['kind']) => measured.filter(({ trial }) => trial.kind === kind)
  const claims = measured.filter(({ trial, result }) => wrong(trial, result))
  const tried = cases.filter(({ result }) => result.onFixed !== null)
  const broken = tried.filter(({ result }) => brokenOnFixed(result))
  const asExpected = others.filter(({ trial, result }) => result.verdict === trial.expected)
  const lines = [
    `reproduced ${count(expected)} of ${expected.length} expected (silent ${count(silent)} of ${silent.length})`,
    `as expected ${asExpected.length} of ${others.length} that are blocked or do not show`,
    `strict twins: reproduced ${count(twins('strict-twin'))} of ${twins('strict-twin').length}`,
    `loose twins: reproduced ${count(twins('loose-twin'))} of ${twins('loose-twin').length}`,
    `exported scripts that exit 0 on the fixed repository: ${tried.length - broken.length} of ${tried.length}`,
    `own time at the median: ${median(measured.map(({ result }) => result.own)).toFixed(2)} s`,
    `skipped: ${skipped}`,
    `false claims: ${claims.length}${claims.map(({ trial }) => `\n  ${trial.name} (${trial.kind})`).join('')}`,
  ]
  return { lines, wrong: claims.length + broken.length > 0 }
}

function count(measured: { result: TrialResult }[]): number {
  return measured.filter(({ result }) => result.verdict === 'reproduced').length
}

function wrong(trial: Trial, result: TrialResult): boolean {
  return result.verdict === 'reproduced' && trial.kind !== 'loose-twin' && trial.expected !== 'reproduced'
}

function brokenOnFixed(result: TrialResult): boolean {
  return result.onFixed !== null && result.onFixed !== 0
}

function shortened(reason: string): string {
  const line = reason.replaceAll(/\s+/g, ' ')
  return line.length > 110 ? `${line.slice(0, 109)}…` : line
}

function row(cells: (string | number)[]): string {
  return cells
    .map((cell, i) => String(cell).padEnd(columns[i] ?? 0))
    .join(' ')
    .trimEnd()
}
