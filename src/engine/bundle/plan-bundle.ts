import { readFile, realpath } from 'node:fs/promises'
import type { Parser } from 'web-tree-sitter'
import { type CaseState, foldCase } from '../../shared/case.ts'
import type { StoredEvent } from '../../shared/event.ts'
import { pythonParser } from '../python/parser.ts'
import { bundleContents } from './contents.ts'
import { BundleTooLargeError } from './errors.ts'
import { chooseLogs, type LeftOut, shortenOutputs } from './fit.ts'
import { type BundleFile, type BundleItem, type ItemContent, itemText } from './item.ts'
import type { Identity } from './redaction/identity.ts'
import { withinLiterals } from './redaction/python-literals.ts'
import { redactJson } from './redaction/redact-json.ts'
import { type Redaction, Redactor } from './redaction/redactor.ts'

export type BundleRequest = {
  state: CaseState
  events: StoredEvent[]
  caseFolder: string
  identity: Identity
  /** Of all files together, unpacked. 25 MB unless given: what trackers take as an attachment. */
  maxBytes?: number
  /** Leaves items out that a person does not want to send. */
  include?: (item: BundleItem) => boolean
}

/** What a bundle would hold, ready to write, and what was replaced in it. */
export type BundlePlan = {
  files: BundleFile[]
  redactions: Redaction[]
  leftOut: LeftOut[]
  notes: string[]
}

export const defaultMaxBytes = 25_000_000

/**
 * Redacts the events first and makes every file from the redacted case, so that all agree; each is then looked at once more.
 * @throws BundleTooLargeError where what must not be left out is over the cap.
 */
export async function planBundle(request: BundleRequest): Promise<BundlePlan> {
  const { state, caseFolder, maxBytes = defaultMaxBytes, include = () => true } = request
  const redactor = new Redactor({ ...request.identity, homes: await foldersOf(request) })
  const parser = await pythonParser()
  const raw = (await bundleContents(state, request.events, caseFolder)).filter(include)
  const { kept: logs, leftOut } = chooseLogs(raw, maxBytes)
  const logTexts = await readLogs(logs)
  learn(redactor, parser, request.events, logTexts)

  const events = request.events.map(
    (event, i) =>
      redactJson(event, redactor, parser, { item: 'events.jsonl', line: i + 1, pretty: false }).value as StoredEvent,
  )
  const clean = await bundleContents(foldCase(state.id, events), events, caseFolder)
  const notes = new Set<string>()
  const redactions: Redaction[] = []
  const note = (item: string) =>
    notes.add(
      `${item}: a name or a secret stands in the code itself, where it is not replaced. Look at it before you send it.`,
    )
  const list = (found: Redaction[]) => {
    for (const redaction of found) redactions.push(redaction)
  }
  const files: BundleFile[] = []
  for (const item of clean.filter(include)) {
    if (item.content.as === 'file') continue
    const original = raw.find((r) => r.path === item.path)?.content ?? item.content
    if (original.as !== 'file') list(redactItem({ ...item, content: original }, redactor, parser, note).redactions)
    const { text, redactions: late } = redactItem({ ...item, content: item.content }, redactor, parser, note)
    list(late)
    files.push({ path: item.path, kind: item.kind, bytes: Buffer.from(text) })
  }
  for (const [log, text] of logTexts) {
    const redacted = redactor.redact(text, { item: log.path })
    list(redacted.redactions)
    files.push({
      path: redactor.redact(log.path, { item: log.path }).text,
      kind: 'log',
      bytes: Buffer.from(redacted.text),
    })
  }
  const shortened = shortenOutputs(files, maxBytes)
  const total = shortened.files.reduce((sum, f) => sum + f.bytes.length, 0)
  if (total > maxBytes)
    throw new BundleTooLargeError(
      `The bundle would hold ${total} bytes without logs, over the cap of ${maxBytes}. Raise the cap, or leave items out.`,
    )
  return { files: inOrder(shortened.files), redactions, leftOut: [...leftOut, ...shortened.leftOut], notes: [...notes] }
}

async function foldersOf({ caseFolder, identity }: BundleRequest): Promise<string[]> {
  const real = await realpath(caseFolder).catch(() => caseFolder)
  return [...new Set([caseFolder, real, ...identity.homes])].sort((a, b) => b.length - a.length)
}

async function readLogs(logs: BundleItem[]): Promise<[BundleItem, string][]> {
  const texts: [BundleItem, string][] = []
  for (const log of logs)
    if (log.content.as === 'file') texts.push([log, (await readFile(log.content.file)).toString('utf8')])
  return texts
}

/** Values that are found anywhere are replaced everywhere, so all is read before anything is replaced. */
function learn(redactor: Redactor, parser: Parser, events: StoredEvent[], logs: [BundleItem, string][]): void {
  for (const [i, event] of events.entries())
    redactJson(event, redactor, parser, { item: 'events.jsonl', line: i + 1, pretty: false })
  for (const [, text] of logs) redactor.spans(text)
}

type InMemory = BundleItem & { content: Exclude<ItemContent, { as: 'file' }> }

function redactItem(
  { path, content }: InMemory,
  redactor: Redactor,
  parser: Parser,
  onLeft: (item: string) => void,
): { text: string; redactions: Redaction[] } {
  switch (content.as) {
    case 'text':
      return redactor.redact(content.text, { item: path })
    case 'python':
      return redactor.redact(
        content.text,
        { item: path },
        withinLiterals(parser, () => onLeft(path)),
      )
    case 'json': {
      const { value, redactions } = redactJson(content.value, redactor, parser, { item: path, line: 1, pretty: true })
      return { text: itemText({ as: 'json', value }), redactions }
    }
    case 'json-lines': {
      const lines = content.values.map((value, i) =>
        redactJson(value, redactor, parser, { item: path, line: i + 1, pretty: false }),
      )
      return {
        text: itemText({ as: 'json-lines', values: lines.map((l) => l.value) }),
        redactions: lines.flatMap((l) => l.redactions),
      }
    }
  }
}

/** By path, so that the same case gives the same bundle. */
const inOrder = (files: BundleFile[]) => [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
