import type { Mentions, Report } from '../../shared/report.ts'
import { versionOfTag, versionsEqual } from './tag-version.ts'

/** What the clone can answer about its revisions. Commits are full hashes. */
export type Refs = {
  head: string | null
  tags: { name: string; commit: string; date: string }[]
  /** The full hash of the commit that a hash, its beginning, a tag or a branch names. */
  has(name: string): string | null
  /** The last commit of HEAD's history before a day (ISO 8601), at its start in UTC. */
  before(date: string): string | null
  /** Names that the project goes by, for versions such as `pkg-1.2`; lower case. */
  projects: string[]
}

export type RevisionChoice = {
  /** Null only where there is nothing to choose: no commits, or a given revision that is not there. */
  commit: string | null
  reason: string
  /** Revisions that were named and that the clone lacks. */
  missing: string[]
}

type Named = Mentions['revisions'][number]

/** `given` (--revision) wins; else what the report names: a commit, a tag or version, a date; else HEAD. */
export function chooseRevision(report: Report, refs: Refs, given: string | null): RevisionChoice {
  if (given !== null) return chooseGiven(refs, given)
  const named = namedRevisions(report, refs.projects)
  const missing: string[] = []
  for (const kind of ['commit', 'version', 'date'] as const) {
    for (const { value } of named.filter((revision) => revision.kind === kind)) {
      const found = resolve(refs, kind, value)
      if (found !== null) return { ...found, reason: withMissing(found.reason, missing), missing }
      if (!missing.includes(value)) missing.push(value)
    }
  }
  if (refs.head === null)
    return { commit: null, reason: withMissing('the repository has no commits', missing), missing }
  const why = missing.length > 0 ? 'HEAD of the clone' : 'HEAD of the clone, as the report names no revision'
  return { commit: refs.head, reason: withMissing(why, missing), missing }
}

function chooseGiven(refs: Refs, given: string): RevisionChoice {
  const direct = refs.has(given)
  if (direct !== null) return { commit: direct, reason: `${given} was given`, missing: [] }
  const kind = isDate(given) ? 'date' : 'version'
  const found = resolve(refs, kind, given)
  if (found !== null) return { commit: found.commit, reason: `${given} was given: ${found.reason}`, missing: [] }
  return { commit: null, reason: `${given} was given, and the clone has no such revision`, missing: [given] }
}

function resolve(
  refs: Refs,
  kind: 'commit' | 'version' | 'date',
  value: string,
): { commit: string; reason: string } | null {
  if (kind === 'commit') {
    const commit = refs.has(value)
    return commit === null ? null : { commit, reason: `the report names the commit ${value}` }
  }
  if (kind === 'date') {
    const commit = refs.before(value)
    return commit === null
      ? null
      : { commit, reason: `the last commit before ${value}, the date that the report names` }
  }
  const tag = tagOf(refs, value)
  if (tag !== null) return { commit: tag.commit, reason: `the tag ${tag.name}, for ${value} that the report names` }
  // A version made by setuptools-scm holds its commit: 1.2.dev3+g1a2b3c4.
  const built = /\+g?([0-9a-f]{7,40})\b/.exec(value)?.[1]
  const commit = built === undefined ? null : refs.has(built)
  return commit === null ? null : { commit, reason: `the commit in the version ${value} that the report names` }
}

function tagOf(refs: Refs, value: string): Refs['tags'][number] | null {
  const exact = refs.tags.find((tag) => tag.name === value)
  if (exact !== undefined) return exact
  const wanted = versionOfTag(value, refs.projects)
  if (wanted === null) return null
  return refs.tags.find((tag) => versionsEqual(versionOfTag(tag.name, refs.projects), wanted)) ?? null
}

/** What the report names, with the versions of other packages and of revisions that it says are fine left out. */
function namedRevisions(report: Report, projects: string[]): { kind: 'commit' | 'version' | 'date'; value: string }[] {
  const lines = report.text.split('\n')
  const mentioned = report.mentions.revisions.filter(
    (named) => !isOfAnotherPackage(named, report, projects) && !isSaidToBeFine(named, lines),
  )
  const ownVersions = Object.entries(report.environment.versions)
    .filter(([name]) => projects.includes(normalise(name)))
    .map(([, { version }]) => ({ kind: 'version' as const, value: version }))
  const named = mentioned.map(({ kind, value }) => ({ kind: kind === 'tag' ? ('version' as const) : kind, value }))
  return [...ownVersions, ...named]
}

function isOfAnotherPackage(named: Named, report: Report, projects: string[]): boolean {
  if (named.kind !== 'tag' && named.kind !== 'version') return false
  const wanted = versionOfTag(named.value, projects)
  return Object.entries(report.environment.versions).some(
    ([name, { version, lines }]) =>
      !projects.includes(normalise(name)) &&
      versionsEqual(versionOfTag(version, []), wanted) &&
      lines.start <= named.lines.end &&
      named.lines.start <= lines.end,
  )
}

/** `works in 1.1`, `fixed by 1a2b3c4`: that revision does not have the bug. */
function isSaidToBeFine(named: Named, lines: string[]): boolean {
  const text = lines.slice(named.lines.start - 1, named.lines.end).join(' ')
  const before = text.slice(0, text.indexOf(named.value)).slice(-60)
  const clause = before.split(/[.;,]\s|\bbut\b|\bhowever\b|\bwhile\b/i).at(-1) ?? ''
  if (/\b(?:not|n't|no longer|never)\b/i.test(clause) || /n't\b/i.test(clause)) return false
  return /\b(?:works?|worked|working|fine|fixed|fixes|resolved|passes|passed|ok)\b/i.test(clause)
}

function isDate(value: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(value)
}

/** PEP 503: `My_Package` and `my-package` are one name. */
export function normalise(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-')
}

function withMissing(reason: string, missing: string[]): string {
  if (missing.length === 0) return reason
  return `${reason}; the clone lacks ${missing.join(', ')}, which the report names`
}
