import type { Oracle } from './oracle.ts'

/** The report says that something meant to learn is not among a module's parameters. */
export const registered: Oracle = {
  name: 'registered',
  calls({ symptom, script, report }) {
    if (symptom.kind !== 'no-learning' || !/\bnn\.Module\b/.test(script)) return []
    if (!/parameters\(\)|registered|state_dict/.test(report.text)) return []
    return [
      {
        oracle: 'registered',
        values: {},
        reason: 'each tensor of a module that requires a gradient is one of its parameters',
      },
    ]
  },
}
