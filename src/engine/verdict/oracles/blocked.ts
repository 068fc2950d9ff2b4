import type { Oracle } from './oracle.ts'

/** A hang is a main thread that stands still while nothing computes; a limit of ours that runs out is none. */
export const blocked: Oracle = {
  name: 'blocked',
  calls({ symptom, script }) {
    if (symptom.kind !== 'hang') return []
    if (/\bsleep\s*\(\s*[\d.e]{2,}/.test(script) || /\binput\s*\(/.test(script)) return []
    return [
      {
        oracle: 'blocked',
        values: { SECONDS: 10 },
        reason: 'the main thread does not stand still for 10 s with the processor idle',
      },
    ]
  },
}
