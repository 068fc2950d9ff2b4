import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cli } from '../cli/run-cli.ts'
import { outcomeOf } from './outcome-of.ts'
import { sample } from './sample.ts'

let cli: Cli
beforeAll(async () => {
  cli = await Cli.build()
})
afterAll(() => cli[Symbol.dispose]())

test.each(sample.honest)('a symptom that resembles a faked one is reproduced: %s', async (name) => {
  const { verdict, reason } = await outcomeOf(cli, join(import.meta.dirname, 'honest', `${name}.md`))
  expect(verdict, reason).toBe('reproduced')
})
