import { expect, it } from 'vitest'
import { cleanStacks } from '../../../src/engine/run/stacks.ts'

it('shows the threads of the script without the harness', () => {
  const dump = `Timeout (0:00:02)!
Thread 0x00007f0000000001 (most recent call first):
  File "/harness/sampling.py", line 38 in sample

Thread 0x00007f0000000002 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 320 in wait
  File "/case/repro.py", line 4 in <module>
  File "/harness/running.py", line 16 in run
  File "/harness/harness.py", line 46 in main
`
  expect(cleanStacks(dump)).toBe(`Timeout (0:00:02)!

Thread 0x00007f0000000002 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 320 in wait
  File "/case/repro.py", line 4 in <module>`)
})
