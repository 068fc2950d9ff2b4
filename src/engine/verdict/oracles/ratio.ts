import type { Oracle } from './oracle.ts'

/** The script itself prints how many times slower it is, as the report shows. */
export const ratio: Oracle = {
  name: 'ratio',
  calls({ symptom, script }) {
    if (symptom.kind !== 'slow' || symptom.quoted === null) return []
    const row = symptom.quoted.text
      .split('\n')
      .map((line) => /^\W*([A-Za-z][\w ]*?)\W*([\d.]+(?:e[-+]?\d+)?)\s*x?\s*$/i.exec(line))
      .find((m) => m !== null && /ratio|factor|slow|speed|times/i.test(m[1] ?? ''))
    if (row == null || !script.includes(row[1] as string)) return []
    const reported = Number(row[2])
    if (!(reported >= 5)) return []
    // A tenth of the reported ratio leaves room for another machine; below three, timing noise would decide.
    const limit = Math.max(3, Math.round(reported / 10))
    return [
      {
        oracle: 'ratio',
        values: { LABEL: row[1] as string, LIMIT: limit },
        reason: `the ratio that the script prints is below ${limit}; the report shows ${reported}`,
      },
    ]
  },
}
