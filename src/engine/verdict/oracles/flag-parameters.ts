import type { Oracle } from './oracle.ts'

/** The report says that a module built with `bias=False` has biases all the same. */
export const flagParameters: Oracle = {
  name: 'flag_parameters',
  calls({ report, script, symptom }) {
    if (symptom.kind !== 'wrong-value') return []
    const flag = /^target = \w+\(.*\b(bias)=False/m.exec(script)?.[1]
    if (flag === undefined || !new RegExp(`\`${flag}\\s?=\\s?False\``).test(report.text)) return []
    return [
      {
        oracle: 'flag_parameters',
        values: { FLAG: flag },
        reason: `a module that is built with ${flag}=False has no parameter of that name`,
      },
    ]
  },
}
