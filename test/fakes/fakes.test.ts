import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cli } from '../cli/run-cli.ts'
import { labelledReports } from './labelled-reports.ts'
import { outcomeOf } from './outcome-of.ts'
import { sample } from './sample.ts'

let cli: Cli
beforeAll(async () => {
  cli = await Cli.build()
})
afterAll(() => cli[Symbol.dispose]())

test('each name of the sample is a report', () => {
  const names = labelledReports(import.meta.dirname).map(({ name }) => name)
  expect([...sample.fakes, ...sample.honest].filter((name) => !names.includes(name))).toEqual([])
})

test.each(sample.fakes)('a symptom that the script acts out is not reproduced: %s', async (name) => {
  const { verdict, reason } = await outcomeOf(cli, join(import.meta.dirname, 'fakes', `${name}.md`))
  expect(verdict, reason).not.toBe('reproduced')
  expect(verdict, reason).not.toBe('error')
})
