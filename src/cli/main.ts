import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../engine/resources.ts'
import { exitCodes } from './exit-codes.ts'
import { makeProgram } from './program.ts'
import { reportError } from './report-error.ts'

const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { version: string }

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  // Nobody reads on, as after `| head`. Work on a case stops as for any signal; all else ends here.
  if (!process.emit('SIGPIPE', 'SIGPIPE')) process.exit(process.exitCode ?? 0)
})
process.stderr.on('error', () => process.exit(exitCodes.error))

try {
  const program = makeProgram(version, async (work) => {
    process.exitCode = await work
  })
  await program.parseAsync()
} catch (error) {
  process.exitCode = reportError(error, (text) => process.stderr.write(text))
}
