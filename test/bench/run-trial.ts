import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CaseEvent } from '../../src/shared/event.ts'
import type { Trial } from './case-folder.ts'

/** What one trial came to. Seconds are wall time; `own` is what is left without the runs and without the checks' Python. */
export type TrialResult = {
  name: string
  kind: Trial['kind']
  verdict: string
  reason: string
  attempts: number
  symptom: string | null
  seconds: number
  runSeconds: number
  checkSeconds: number
  own: number
  /** Exit code of the exported script on the fixed repository; null where that was not tried. */
  onFixed: number | null
}

type Options = { repgen: string; python: string | null; timeoutSeconds: number; keep: string | null }
type Summary = { caseId: string; verdict: string; reason: string; attempts: number; script: string | null }
type Line = { at?: string; event?: CaseEvent } & Partial<Summary>

/** Gives the real command nothing but the report and a copy of the repository, in a folder of its own. */
export async function runTrial(trial: Trial, options: Options): Promise<TrialResult> {
  const folder = mkdtempSync(join(tmpdir(), 'repgen-bench-'))
  try {
    cpSync(trial.report, join(folder, 'report.md'))
    const args = ['reproduce', join(folder, 'report.md'), '--json', '--no-model', '--home', join(folder, 'home')]
    if (trial.repository) {
      cpSync(trial.repository, join(folder, 'repo'), { recursive: true })
      if (trial.kind !== 'case' && trial.fix) patch(join(folder, 'repo'), trial.fix)
      args.push('--repo', join(folder, 'repo'))
    }
    if (options.python) args.push('--python', options.python)
    const started = performance.now()
    const { lines, stderr } = await start(options.repgen, args, options.timeoutSeconds)
    const seconds = (performance.now() - started) / 1000
    if (options.keep) keep(folder, options.keep, `${trial.name}.${trial.kind}`, lines, stderr)
    return {
      name: trial.name,
      kind: trial.kind,
      ...read(lines, stderr, seconds),
      onFixed: onFixed(trial, folder, lines),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function start(command: string, args: string[], timeoutSeconds: number): Promise<{ lines: Line[]; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const timer = setTimeout(() => child.kill('SIGINT'), timeoutSeconds * 1000)
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(timer)
      const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
      resolve({ lines: lines.map((line) => JSON.parse(line) as Line), stderr })
    })
  })
}

function read(lines: Line[], stderr: string, seconds: number) {
  const summary = lines.at(-1)
  const [events, times] = [lines.map((line) => line.event), lines.map((line) => Date.parse(line.at ?? ''))]
  let [runSeconds, checkSeconds] = [0, 0]
  let symptom: string | null = null
  for (const [i, event] of events.entries()) {
    if (event?.type === 'run-ended') runSeconds += event.run.seconds
    if (event?.type === 'attempt-checked') checkSeconds += ((times[i] ?? 0) - (times[i - 1] ?? 0)) / 1000
    if (event?.type === 'report-restructured') symptom = event.report.symptom?.kind ?? null
  }
  return {
    verdict: summary?.verdict ?? 'error',
    reason: summary?.reason ?? (stderr.trim().split('\n').at(-1) || 'no summary'),
    attempts: summary?.attempts ?? 0,
    symptom,
    seconds,
    runSeconds,
    checkSeconds,
    own: seconds - runSeconds - checkSeconds,
  }
}

/** The exported script has to exit 0 once the repository is fixed. */
function onFixed(trial: Trial, folder: string, lines: Line[]): number | null {
  const summary = lines.at(-1)
  const chosen = lines.map((line) => line.event).find((event) => event?.type === 'interpreter-chosen')
  if (trial.kind !== 'case' || !trial.fix || !trial.repository || summary?.verdict !== 'reproduced') return null
  if (!summary.script || chosen?.type !== 'interpreter-chosen') return -1
  const fixed = join(folder, 'fixed')
  cpSync(trial.repository, fixed, { recursive: true })
  patch(fixed, trial.fix)
  const script = existsSync(summary.script) ? summary.script : join(folder, 'repro.py')
  if (script !== summary.script) writeFileSync(script, summary.script)
  const env = { ...process.env, REPRO_REPO: fixed, PYTHONDONTWRITEBYTECODE: '1' }
  return spawnSync(chosen.interpreter.path, [script], { cwd: fixed, env, timeout: 120_000 }).status ?? -1
}

function patch(repository: string, file: string): void {
  const { status, stderr } = spawnSync('git', ['apply', '-p1', file], { cwd: repository, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${file} does not apply: ${stderr}`)
}

function keep(folder: string, target: string, name: string, lines: Line[], stderr: string): void {
  mkdirSync(join(target, name), { recursive: true })
  cpSync(join(folder, 'home'), join(target, name, 'home'), { recursive: true })
  writeFileSync(join(target, name, 'events.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  writeFileSync(join(target, name, 'stderr.txt'), stderr)
}
