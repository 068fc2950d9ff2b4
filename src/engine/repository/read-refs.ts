import type { Report } from '../../shared/report.ts'
import { normalise, type Refs } from './choose-revision.ts'
import type { GitObjects } from './git-objects.ts'

/** Each answer goes to a file of its own; a question that git cannot answer leaves an empty line, never an error. */
const script = `
git rev-parse -q --verify HEAD >named 2>/dev/null || :
git rev-parse -q --verify 'HEAD^{commit}' >head 2>/dev/null || :
git for-each-ref --format='%(refname:strip=2)%09%(objecttype)%09%(objectname)%09%(*objecttype)%09%(*objectname)%09%(creatordate:iso-strict)' refs/tags >tags
git cat-file --batch-check='%(objecttype) %(objectname)' <names >found
: >before
if [ -s head ]; then
  while read -r day; do
    git rev-list -1 --before="$day" HEAD >day || :
    if [ -s day ]; then cat day >>before; else echo >>before; fi
  done <days
fi
`

/**
 * Asks a clone, in one go, all that `chooseRevision` may want to know of it. `unreadable`: HEAD names a commit that the clone does not
 * hold (its objects are elsewhere, or broken).
 */
export async function readRefs(
  objects: GitObjects,
  report: Report,
  given: string | null,
  projects: string[],
): Promise<{ refs: Refs; unreadable: boolean }> {
  const named = [...(given === null ? [] : [given]), ...report.mentions.revisions.map(({ value }) => value)]
  const versions = Object.values(report.environment.versions).map(({ version }) => version)
  const names = [...new Set([...named, ...[...named, ...versions].flatMap(builtFrom)])].filter(isRevisionName)
  const dates = [...new Set(named.filter((value) => dayOf(value) !== null))]
  // A branch that only the remote has is named without it.
  await objects.put('names', names.map((name) => `${name}^{commit}\norigin/${name}^{commit}\n`).join(''))
  await objects.put('days', dates.map((date) => `${dayOf(date)}\n`).join(''))
  await objects.run(script, [], 60)
  const [head, tags, found, before, target] = await Promise.all(
    ['head', 'tags', 'found', 'before', 'named'].map(async (file) => (await objects.read(file)).toString('utf8')),
  )
  const commits = new Map(lines(found).map((line, at) => [at, /^commit ([0-9a-f]+)$/.exec(line)?.[1] ?? null]))
  const days = lines(before)
  const refs: Refs = {
    head: head?.trim() || null,
    tags: lines(tags).flatMap(parseTag),
    has: (name) => {
      const at = names.indexOf(name) * 2
      return at < 0 ? null : (commits.get(at) ?? commits.get(at + 1) ?? null)
    },
    before: (date) => days[dates.indexOf(date)] || null,
    projects: projects.map(normalise),
  }
  return { refs, unreadable: refs.head === null && target?.trim() !== '' }
}

function lines(text: string | undefined): string[] {
  return (text ?? '').split('\n').slice(0, -1)
}

function parseTag(line: string): Refs['tags'] {
  const [name = '', type, object, peeledType, peeled, date = ''] = line.split('\t')
  const commit = type === 'commit' ? object : peeledType === 'commit' ? peeled : undefined
  return commit === undefined ? [] : [{ name, commit, date }]
}

/** The hash in a version that was built from a commit: 1.2.dev3+g1a2b3c4. */
function builtFrom(version: string): string[] {
  const commit = /\+g?([0-9a-f]{7,40})\b/.exec(version)?.[1]
  return commit === undefined ? [] : [commit]
}

/** What git may be asked for; no option, no path of a tree, no search through messages. */
function isRevisionName(name: string): boolean {
  return /^[A-Za-z0-9_@][A-Za-z0-9_./@^~{}+-]*$/.test(name) && name.length <= 200
}

/** The start of a day in UTC, or the moment itself where a time is given. Null for what is no date. */
function dayOf(date: string): string | null {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?/.exec(date)
  return match === null ? null : `${match[1]}T${match[2] ?? '00:00:00'}Z`
}
