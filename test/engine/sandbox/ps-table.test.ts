import { expect, it } from 'vitest'
import { treeUseOf } from '../../../src/engine/sandbox/ps-table.ts'

const table = `
    1     0   9000   1:00.00
   90     1   1000   0:01.50
   80    90   2000  1:00:00
   95    80      1-x
   99    80    500 2-00:00:01
   70     1   7000   0:09.00
`

it('adds up a process and all below it, whatever their order', () => {
  const use = treeUseOf(table, [90])
  expect(use.pids.sort()).toEqual([80, 90, 99])
  expect(use.ownBytes).toBe(3500 * 1024)
  expect(use.cpuSeconds).toBeCloseTo(1.5 + 3600 + 2 * 86_400 + 1)
})

it('is nothing where the process is gone', () => {
  expect(treeUseOf(table, [123]).pids).toEqual([])
})
