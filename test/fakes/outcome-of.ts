import { z } from 'zod'
import type { Cli } from '../cli/run-cli.ts'

const summarySchema = z.object({ verdict: z.string(), reason: z.string() })

/** Outcome and reason that the real command gives for a report. */
export async function outcomeOf(cli: Cli, file: string): Promise<z.infer<typeof summarySchema>> {
  const { stdout, stderr } = await cli.run('reproduce', file, '--json', '--no-model', '--run-timeout', '20')
  const last = stdout.trim().split('\n').at(-1)
  if (!last) throw new Error(`no summary: ${stderr}`)
  return summarySchema.parse(JSON.parse(last))
}
