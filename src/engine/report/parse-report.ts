import type { Report } from '../../shared/report.ts'
import { findMentions } from './mentions.ts'
import type { ReportSource } from './read-report.ts'
import { splitReport } from './split-report.ts'
import { findStatements } from './statements.ts'
import { findSymptoms } from './symptoms.ts'

export { splitReport } from './split-report.ts'

/** The restructured report. Pure but for the Python parser, which is loaded once. */
export async function parseReport(source: ReportSource): Promise<Report> {
  const parts = await splitReport(source)
  const [symptom = null, ...otherSymptoms] = findSymptoms(parts)
  const { prose: _, ...rest } = parts
  return { ...rest, ...findStatements(parts), mentions: findMentions(parts), symptom, otherSymptoms }
}
