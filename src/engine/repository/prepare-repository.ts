import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Revision } from '../../shared/event.ts'
import type { Report } from '../../shared/report.ts'
import { changedFiles } from './changed-files.ts'
import { chooseRevision, type RevisionChoice } from './choose-revision.ts'
import { copyFolder } from './copy-folder.ts'
import { RevisionNotFoundError } from './errors.ts'
import { extractRevision } from './extract-revision.ts'
import { GitObjects, type GitOptions } from './git-objects.ts'
import type { GitFolder } from './locate-git.ts'
import { openRepository, type Repository } from './open-repository.ts'
import { readRefs } from './read-refs.ts'

export type Prepared = { revision: Revision; notes: string[] }

export type PrepareInput = {
  repository: string
  report: Report
  /** --revision; null leaves the choice to the report. */
  given: string | null
  /** The case's folder. */
  caseFolder: string
  /** A new folder in it for the files. */
  folder: string
} & GitOptions

/** From a path to the files of the right revision in the case's folder. The checkout is only read. Throws RepositoryError. */
export async function prepareRepository(input: PrepareInput): Promise<Prepared> {
  const repository = await openRepository(input.repository)
  await mkdir(input.caseFolder, { recursive: true })
  return repository.git === null
    ? prepareFolder(input, repository, 'a plain folder')
    : prepareClone(input, repository, repository.git)
}

async function prepareClone(input: PrepareInput, repository: Repository, git: GitFolder): Promise<Prepared> {
  const { report, given, caseFolder, folder } = input
  await using objects = await GitObjects.open(git, caseFolder, input)
  const { refs, unreadable } = await readRefs(objects, report, given, projectNames(repository.path))
  if (refs.head === null && refs.tags.length === 0 && given === null && !git.bare) {
    const why = unreadable ? 'a clone whose commits cannot be read' : 'a git repository without commits'
    return prepareFolder(input, repository, why)
  }
  const choice = chooseRevision(report, refs, given)
  if (choice.commit === null) throw new RevisionNotFoundError(repository.path, given ?? choice.missing[0] ?? 'HEAD')
  const { files, notes, entries } = await extractRevision(
    objects,
    choice.commit,
    join(caseFolder, folder),
    repository.path,
  )
  const changed =
    git.bare || choice.commit !== refs.head ? [] : await changedFiles(repository.path, entries, git.objectFormat)
  return {
    revision: {
      repository: repository.path,
      commit: choice.commit,
      reason: withChanges(choice, changed),
      missing: choice.missing,
      folder,
      files,
    },
    notes: [...repository.notes, ...notes],
  }
}

async function prepareFolder(input: PrepareInput, repository: Repository, what: string): Promise<Prepared> {
  const { report, given, caseFolder, folder } = input
  if (given !== null) throw new RevisionNotFoundError(repository.path, given)
  const { files, notes } = await copyFolder(repository.path, join(caseFolder, folder))
  const missing = [...new Set(report.mentions.revisions.filter((r) => r.kind === 'commit').map((r) => r.value))]
  const unknown =
    missing.length === 0 ? '' : `; whether they are ${missing.join(', ')}, which the report names, is not known`
  return {
    revision: {
      repository: repository.path,
      commit: null,
      reason: `${what}, so its files were used as they are${unknown}`,
      missing,
      folder,
      files,
    },
    notes: [...repository.notes, ...notes],
  }
}

function withChanges({ reason }: RevisionChoice, changed: string[]): string {
  if (changed.length === 0) return reason
  const some = changed.slice(0, 3).join(', ') + (changed.length > 3 ? ', …' : '')
  return `${reason}; the checkout has changes that are not committed (${some}), which were not used`
}

/** Names that the project goes by in tags: its folder's, without what marks a clone or a language. */
function projectNames(path: string): string[] {
  const name = basename(path)
    .replace(/\.git$/, '')
    .toLowerCase()
  return [...new Set([name, name.replace(/^(?:py|python)[-_]?|[-_]?(?:py|python|main|master)$/g, '')])].filter(
    (n) => n !== '',
  )
}
