import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { readCaseFolder, type Trial } from './case-folder.ts'
import { header, resultRow, skippedRow, totals } from './report-trials.ts'
import { runTrial, type TrialResult } from './run-trial.ts'

const program = new Command('bench:cases')
  .description('Runs the real command on every case of a folder and on their negative twins.')
  .argument('<folder>', 'cases, each with report.md and truth.json')
  .option('--only <pattern>', 'only cases whose name matches this regular expression', '')
  .option('--no-twins', 'leave the negative twins out')
  .option('--python <path>', 'interpreter for the torch cases (by default the product chooses)')
  .option('--tf-python <path>', 'interpreter with tensorflow, keras and jax')
  .option('--t2-python <path>', 'interpreter with torch 2')
  .option('--jobs <n>', 'cases at the same time', '1')
  .option('--timeout <seconds>', 'stop a case after this long', '600')
  .option('--json <file>', 'add every result as a JSON line; results that are already there are not measured again')
  .option('--keep <folder>', 'keep the case, the events and the standard error of every trial there')
  .parse()
const [folder = '.'] = program.args
const options = program.opts<{
  only: string
  twins: boolean
  python?: string
  tfPython?: string
  t2Python?: string
  jobs: string
  timeout: string
  json?: string
  keep?: string
}>()

const pythons: Record<string, string | undefined> = { tf: options.tfPython, t2: options.t2Python }
const runs = (trial: Trial) => trial.interpreter === 'torch' || pythons[trial.interpreter] !== undefined
const done = options.json && existsSync(options.json) ? readFileSync(options.json, 'utf8').trim().split('\n') : []
const earlier = done.filter(Boolean).map((line) => JSON.parse(line) as TrialResult)

const trials = readCaseFolder(resolve(folder), options.twins).filter(({ name }) => new RegExp(options.only).test(name))
const measured: { trial: Trial; result: TrialResult }[] = []
console.log(header())
for (const trial of trials.filter((trial) => trial.kind === 'case' && !runs(trial))) console.log(skippedRow(trial))
const waiting = trials.filter(runs)
await Promise.all(Array.from({ length: Number(options.jobs) }, work))

const { lines, wrong } = totals(measured, trials.length - measured.length)
console.log(`\n${lines.join('\n')}`)
process.exitCode = wrong ? 1 : 0

async function work(): Promise<void> {
  for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
    const result =
      earlier.find(({ name, kind }) => name === trial.name && kind === trial.kind) ?? (await measure(trial))
    measured.push({ trial, result })
    console.log(resultRow(trial, result))
  }
}

async function measure(trial: Trial): Promise<TrialResult> {
  const result = await runTrial(trial, {
    repgen: join(import.meta.dirname, '../../../../bin/repgen'),
    python: pythons[trial.interpreter] ?? options.python ?? null,
    timeoutSeconds: Number(options.timeout),
    keep: options.keep ?? null,
  })
  if (options.json) appendFileSync(options.json, `${JSON.stringify(result)}\n`)
  return result
}
