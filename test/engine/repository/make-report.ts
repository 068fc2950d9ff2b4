import type { Report } from '../../../src/shared/report.ts'

/** A report with nothing in it but what is given. */
export function makeReport(parts: Partial<Report> = {}): Report {
  return {
    title: '',
    text: '',
    origin: 'markdown',
    problem: [],
    observed: [],
    expected: [],
    steps: [],
    environment: { versions: {}, os: null, devices: [], gpu: false },
    data: [],
    blocks: [],
    snippets: [],
    tracebacks: [],
    mentions: { symbols: [], files: [], flags: [], commands: [], revisions: [], data: [] },
    symptom: null,
    otherSymptoms: [],
    notes: [],
    ...parts,
  }
}

type Named = Omit<Report['mentions']['revisions'][number], 'lines'>

/** A report that names revisions of the project and versions of packages, each on the line of the text that has it. */
export function reportNaming(text: string, named: Named[] = [], versions: Record<string, string> = {}): Report {
  const lines = text.split('\n')
  const at = (value: string) => {
    const line =
      Math.max(
        0,
        lines.findIndex((l) => l.includes(value)),
      ) + 1
    return { start: line, end: line }
  }
  const report = makeReport({ text })
  report.mentions.revisions = named.map((n) => ({ ...n, lines: at(n.value) }))
  report.environment.versions = Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, { version, lines: at(version) }]),
  )
  return report
}
