import type { Oracle } from './oracle.ts'

/** The report says that a seeded program prints something else each time it is started. */
export const acrossProcesses: Oracle = {
  name: 'across_processes',
  calls({ symptom, report, script }) {
    if (symptom.kind !== 'nondeterminism') return []
    // Without seeds, different output is what anybody expects.
    if (!/\bseed|deterministic|random_state|PRNGKey/i.test(report.text) && !/seed\w*\(/.test(script)) return []
    if (!/\bprint\(|run_path|run_module/.test(script)) return []
    return [{ oracle: 'across_processes', values: { RUNS: 3 }, reason: 'three fresh processes print the same' }]
  },
}
