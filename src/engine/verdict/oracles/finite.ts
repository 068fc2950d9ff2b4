import type { Oracle } from './oracle.ts'

/** NaN or infinity in what the report names, else anywhere in what the script holds. */
export const finite: Oracle = {
  name: 'finite',
  calls({ symptom, script }) {
    if (symptom.kind !== 'nan' || !/\btorch\b/.test(script)) return []
    const name =
      symptom.name !== null && /^\w+$/.test(symptom.name) && assigned(script, symptom.name) ? [symptom.name] : []
    return [
      {
        oracle: 'finite',
        values: { NAMES: name },
        reason:
          name.length > 0
            ? `${name[0]} holds no NaN and no infinity`
            : 'no tensor, gradient or parameter of the script holds a NaN or an infinity',
      },
    ]
  },
}

const assigned = (script: string, name: string) => new RegExp(`^${name}\\b[^=\\n]*=[^=]`, 'm').test(script)
