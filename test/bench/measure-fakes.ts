import { join } from 'node:path'
import { type LabelledReport, labelledReports } from '../fakes/labelled-reports.ts'
import { runTrial, type TrialResult } from './run-trial.ts'

// How many faked symptoms are taken for true ones (wanted: none), and how many true look-alikes are shown (wanted: all).
const root = join(import.meta.dirname, '../../../..')
const options = { repgen: join(root, 'bin/repgen'), python: null, timeoutSeconds: 120, keep: null }
const waiting = labelledReports(join(root, 'test/fakes'))
const measured: { report: LabelledReport; result: TrialResult }[] = []
await Promise.all([work(), work()])

const wrong = measured.filter(({ report, result }) => (report.label === 'honest') !== (result.verdict === 'reproduced'))
for (const { report, result } of wrong)
  console.log(`${report.label} ${report.name}: ${result.verdict}: ${result.reason}`)
console.log(`faked symptoms said to be reproduced: ${count('fake', true)} of ${count('fake')} (wanted: 0)`)
console.log(`honest look-alikes reproduced: ${count('honest', true)} of ${count('honest')} (wanted: all)`)
process.exitCode = wrong.length > 0 ? 1 : 0

async function work(): Promise<void> {
  for (let report = waiting.shift(); report; report = waiting.shift()) {
    const { name, file } = report
    const trial = { name, kind: 'case', report: file, repository: null, fix: null } as const
    const truth = { expected: null, silent: false, symptom: report.label, interpreter: 'torch' }
    measured.push({ report, result: await runTrial({ ...trial, ...truth }, options) })
  }
}

function count(label: LabelledReport['label'], reproduced = false): number {
  return measured.filter((m) => m.report.label === label && (!reproduced || m.result.verdict === 'reproduced')).length
}
