import type { Oracle } from './oracle.ts'

/** Memory of the process itself; that of a GPU needs one. */
export const memoryGrowth: Oracle = {
  name: 'memory_growth',
  calls({ symptom, script }) {
    if (symptom.kind !== 'memory-growth' || symptom.device !== 'host' || !/\b(for|while)\b/.test(script)) return []
    return [{ oracle: 'memory_growth', values: {}, reason: 'memory levels off after the warm-up' }]
  },
}
