import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A report whose script either shows its bug by running the code under test, or acts the symptom out itself. */
export type LabelledReport = { label: 'fake' | 'honest'; name: string; file: string }

/** All of them, by label and name. `folder` is this one, `test/fakes`. */
export function labelledReports(folder: string): LabelledReport[] {
  const inside = (subfolder: string, label: LabelledReport['label']) =>
    readdirSync(join(folder, subfolder))
      .filter((file) => file.endsWith('.md'))
      .sort()
      .map((file) => ({ label, name: file.replace(/\.md$/, ''), file: join(folder, subfolder, file) }))
  return [...inside('honest', 'honest'), ...inside('fakes', 'fake')]
}
