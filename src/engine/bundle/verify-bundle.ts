import type { Difference, Interpreter } from '../../shared/run.ts'
import type { Verdict } from '../../shared/verdict.ts'
import type { Bundle } from './bundle.ts'
import { NoScriptError } from './errors.ts'
import { damageOf } from './read-bundle.ts'
import { importedPackages } from './requirements.ts'

/** Runs a script in the sandbox and judges it against the symptom of the bundle's report. */
export type RunAgain = (script: string, repositoryFolder: string | null) => Promise<Verdict>

export type Verification = {
  /** What the bundle says. */
  claimed: Verdict | null
  /** What the run here came to. */
  verdict: Verdict
  /** The run here showed the symptom. */
  reproduces: boolean
  /** The run here came to the outcome that the bundle says. */
  agrees: boolean
  /** Where the versions here are not those that the bundle was made with. `reported` is the bundle's. */
  differences: Difference[]
}

/**
 * Checks the hashes, then runs the script again here. Only what is seen here counts.
 * @throws BundleDamagedError, NoScriptError
 */
export async function verifyBundle(
  bundle: Bundle,
  run: RunAgain,
  here: { repositoryFolder?: string | null; interpreter?: Interpreter } = {},
): Promise<Verification> {
  const damage = damageOf(bundle.manifest, bundle.files)
  if (damage !== null) throw damage
  const { script, state } = bundle
  if (script === null)
    throw new NoScriptError(
      'The bundle holds no script: its maker found none to run. repgen open makes it a case to go on with.',
    )
  const verdict = await run(script, here.repositoryFolder ?? null)
  const claimed = state.verdict
  return {
    claimed,
    verdict,
    reproduces: verdict.outcome === 'reproduced' && verdict.by === 'run',
    agrees: claimed !== null && claimed.outcome === verdict.outcome,
    differences: await versionDifferences(script, state.interpreter?.interpreter ?? null, here.interpreter ?? null),
  }
}

/** Python, and the packages that the script imports. */
async function versionDifferences(
  script: string,
  there: Interpreter | null,
  here: Interpreter | null,
): Promise<Difference[]> {
  if (there === null || here === null) return []
  const packages = await importedPackages(script, there)
  return [{ name: 'python', version: there.version }, ...packages].flatMap(({ name, version }) => {
    const have = name === 'python' ? here.version : (here.packages[name] ?? null)
    return have === version ? [] : [{ name, reported: version, have }]
  })
}
