import type { Oracle } from './oracle.ts'

/** The symptom is a warning: it is listened for. */
export const warned: Oracle = {
  name: 'warned',
  calls({ symptom }) {
    if (symptom.kind !== 'warning' || symptom.message.trim().length < 8) return []
    return [
      {
        oracle: 'warned',
        values: { CATEGORY: symptom.category.split('.').at(-1) ?? 'UserWarning', MESSAGE: symptom.message },
        reason: 'the warning that the report quotes is not given',
      },
    ]
  },
}
