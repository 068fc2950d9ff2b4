import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runBare } from '../../src/engine/run/bare.ts'
import { observe } from '../../src/engine/run/observe.ts'
import { makeSetup } from '../engine/run/make-setup.ts'

it('cannot be told from its output whether torch is watched', async () => {
  const script = readFileSync(join(import.meta.dirname, 'torch-corners.py'), 'utf8')
  const setup = makeSetup()
  const bare = await runBare(script, setup)
  const { run, observation } = await observe(script, setup)
  expect([run.stdout.text, run.stderr.text, run.exit]).toEqual([bare.stdout.text, bare.stderr.text, bare.exit])
  expect(bare.exit.code).toBe(0)
  expect(observation.optimizerSteps).toBeGreaterThan(10)
  // Copies of an optimizer that were stepped without gradients, here and in the process that is spawned.
  expect(new Set(observation.unchangedParameters).size).toBe(4)
})
