import type { Oracle } from './oracle.ts'

/** The report says that parameters or a loss stay where they are. */
export const unmoved: Oracle = {
  name: 'unmoved',
  calls({ symptom, script }) {
    if (
      symptom.kind !== 'no-learning' ||
      !/\.backward\(/.test(script) ||
      !/\boptim\b|\b(SGD|Adam\w*|RMSprop|LBFGS)\(/.test(script)
    )
      return []
    return [{ oracle: 'unmoved', values: {}, reason: 'training changes the parameters that the optimizer was given' }]
  },
}
