import type { Mentions } from '../../shared/report.ts'
import type { ReportParts } from './parts.ts'
import type { Line } from './report-lines.ts'

type Revision = Mentions['revisions'][number]

const commit =
  /(?<![\w.])(?:commits?|revision|rev|sha|hash|head|at|on|main|master|checkout|@)[ :=`(@*]{0,6}([0-9a-f]{7,40})(?![\w-])/gi
const commitUrl = /\/(?:commit|tree|blob)\/([0-9a-f]{7,40})\b/g
const tag = /(?<![\w./-])v(\d+\.\d+(?:\.\d+)?(?:[ab]\d*|rc\d*)?)\b/g
const date =
  /\b(?:main|master|head|trunk|nightly|checkout|as of|from|of|on|clone[d]?)\b[^.\d]{0,20}\b(20\d\d-\d\d-\d\d)\b/gi
const version =
  /^\W*(?:project |package |library )?(?:version|release)\W{0,4}\s*v?(\d+\.\d+(?:\.\d+)*(?:rc\d+|[ab]\d+)?)\b/i
/** Programs whose versions say nothing about the project. */
const otherProgram =
  /\b(?:torch\w*|pytorch|tensorflow|keras|jax|python|cuda|cudnn|numpy|ubuntu|debian|windows|macos|linux|driver|gcc|docker|pip|conda)\b/i

/** Commits, tags, versions and dates of the project, from prose, environment lists and shell commands. */
export function mentionedRevisions(lines: Line[], { environment }: ReportParts): Revision[] {
  const found = lines.flatMap(({ text, number, kind }): Revision[] => {
    if (!['prose', 'environment', 'command'].includes(kind)) return []
    const at = { start: number, end: number }
    const all = (pattern: RegExp, as: Revision['kind'], group = 1) =>
      [...text.matchAll(pattern)].map((m): Revision => ({ kind: as, value: m[group] as string, lines: at }))
    const commits = [...all(commit, 'commit'), ...all(commitUrl, 'commit')].filter(
      ({ value }) => /\d/.test(value) && /[a-f]/i.test(value),
    )
    if (kind !== 'prose') return commits
    const versions = otherProgram.test(text) ? [] : all(new RegExp(version, 'gi'), 'version')
    return [...commits, ...all(tag, 'tag', 0), ...versions, ...all(date, 'date')]
  })
  const others = new Set(Object.values(environment.versions).map((v) => `${v.version} ${v.lines.start}`))
  const kept = found.filter((r) => r.kind !== 'version' || !others.has(`${r.value} ${r.lines.start}`))
  return kept.filter((r, i) => kept.findIndex((other) => other.kind === r.kind && other.value === r.value) === i)
}
