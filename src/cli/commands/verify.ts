import { bestAttempt } from '../../engine/bundle/best-attempt.ts'
import type { Bundle } from '../../engine/bundle/bundle.ts'
import { NoScriptError } from '../../engine/bundle/errors.ts'
import { readBundle } from '../../engine/bundle/read-bundle.ts'
import { type Verification, verifyBundle } from '../../engine/bundle/verify-bundle.ts'
import { runAgain } from '../../engine/run-again.ts'
import type { Interpreter } from '../../shared/run.ts'
import type { Verdict } from '../../shared/verdict.ts'
import { exitCodeOf, exitCodes } from '../exit-codes.ts'
import { progressFor } from '../progress-for.ts'
import { safeJson, safeLine } from '../safe-text.ts'
import { type SettingsOptions, settingsHere } from '../settings-here.ts'
import { interruptible } from '../with-engine.ts'

export type VerifyOptions = SettingsOptions & { json?: boolean; quiet?: boolean }

/** `repgen verify BUNDLE`: the exit code is that of the verdict here, whatever the bundle says. */
export async function verifyCommand(file: string, options: VerifyOptions): Promise<number> {
  const bundle = await readBundle(file)
  const write = (text: string) => process.stdout.write(text)
  if (!options.json) write(`${bundle.manifest.files.length} files are as the manifest says\n`)
  const here: { interpreter?: Interpreter } = {}
  const run = async (script: string): Promise<Verdict> => {
    const { verdict, interpreter } = await rerun(bundle, script, options)
    if (interpreter !== null) here.interpreter = interpreter.interpreter
    if (verdict === null) throw new Stopped()
    return verdict
  }
  try {
    const verification = await verifyBundle(bundle, run, here)
    write(options.json ? `${safeJson(verification)}\n` : told(verification))
    return exitCodeOf(verification.verdict)
  } catch (error) {
    if (error instanceof Stopped) return exitCodes.interrupted
    throw error
  }
}

/** The person stopped it: there is no verdict. */
class Stopped extends Error {}

async function rerun({ state }: Bundle, script: string, options: VerifyOptions) {
  const settings = settingsHere(options)
  const best = bestAttempt(state)
  if (best === null || state.report === null) {
    throw new NoScriptError('The bundle holds a script, but not the report and the attempt that it belongs to.')
  }
  const { report, plan } = state
  const commit = settings.repository === null ? null : (state.revision?.commit ?? null)
  using progress = progressFor(options, (text) => process.stdout.write(text))
  return await interruptible((signal) =>
    runAgain(
      { report, plan, attempt: { ...best.attempt, script } },
      { ...settings, revision: settings.revision ?? commit },
      { signal, onEvent: progress.onEvent, onOutput: progress.onOutput },
    ),
  )
}

function told({ claimed, verdict, reproduces, differences }: Verification): string {
  const versions = differences.map(({ name, reported, have }) => `${name} ${have ?? 'missing'} (bundle: ${reported})`)
  return [
    `\nThe bundle says ${claimed?.outcome ?? 'nothing'}; here: ${verdict.outcome}. ${verdict.reason}`,
    reproduces ? 'It still reproduces here.' : 'It does not reproduce here.',
    ...(versions.length === 0 ? [] : [`Versions differ: ${versions.join(', ')}`]),
  ]
    .map((line) => `${safeLine(line)}\n`)
    .join('')
}
