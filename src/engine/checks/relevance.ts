import type { Finding } from '../../shared/attempt.ts'
import type { Report } from '../../shared/report.ts'
import type { Symptom } from '../../shared/symptom.ts'
import type { RepositorySymbols } from '../repository/python-packages.ts'

export type Relevance = { relevance: number; reason: string; findings: Finding[] }

/** A name that the report gives and how much it says, dimensionless. */
type Target = { text: string; weight: number; touched: boolean }

/** Scripts below this are pointed out: they touch less than a quarter of what the report names. */
const low = 0.25

/**
 * How much of what the report names the script touches, 0 to 1: the reporter's own code taken over whole counts 1; else the share of
 * its symbols, files and functions on the traceback, those that the repository defines counting double.
 */
export function relevance(
  script: string,
  report: Report,
  symptom: Symptom | null,
  repository: RepositorySymbols | null,
): Relevance {
  const copied = shareOfSnippet(script, report)
  const targets = targetsOf(script, report, symptom, repository)
  const total = targets.reduce((sum, target) => sum + target.weight, 0)
  const touched = targets.reduce((sum, target) => sum + (target.touched ? target.weight : 0), 0)
  const named = total === 0 ? null : touched / total
  if (copied >= 0.9) return { relevance: 1, reason: "the script holds the reporter's own code", findings: [] }
  if (named === null && copied === 0) {
    return { relevance: 0.5, reason: 'the report names no API, file or symbol to compare with', findings: [] }
  }
  const score = Math.max(copied, named ?? 0)
  return { relevance: round(score), reason: explain(targets, copied), findings: score < low ? [advice(targets)] : [] }
}

function explain(targets: Target[], copied: number): string {
  const list = (touched: boolean) => names(targets.filter((target) => target.touched === touched))
  const count = targets.filter((target) => target.touched).length
  const parts = [`the script touches ${count} of the ${targets.length} names in the report`]
  if (count > 0) parts.push(`it has ${list(true)}`)
  if (count < targets.length) parts.push(`it lacks ${list(false)}`)
  if (copied > 0) parts.push(`${Math.round(copied * 100)} % of the reporter's lines are in it`)
  return parts.join('; ')
}

function names(targets: Target[]): string {
  const first = targets.slice(0, 5).map((target) => target.text)
  return targets.length > 5 ? `${first.join(', ')} and ${targets.length - 5} more` : first.join(', ')
}

function advice(targets: Target[]): Finding {
  const lacking = names(targets.filter((target) => !target.touched))
  const message = `The script touches little of what the report is about; it lacks ${lacking}`
  return { check: 'relevance', severity: 'advice', code: 'low-relevance', message, line: null, column: null }
}

function targetsOf(
  script: string,
  report: Report,
  symptom: Symptom | null,
  repository: RepositorySymbols | null,
): Target[] {
  const known = identifiers(script)
  const own = new Set(repository?.modules.flatMap((module) => module.symbols.map((symbol) => symbol.name)) ?? [])
  const targets = new Map<string, Target>()
  const add = (text: string, weight: number, touched: boolean) => {
    const before = targets.get(text)
    if (before === undefined) targets.set(text, { text, weight, touched })
  }
  for (const { text } of report.mentions.symbols) {
    const last = lastName(text)
    if (last !== null) add(last, own.has(last) ? 2 : 1, known.has(last))
  }
  for (const name of frameFunctions(report, symptom)) add(name, own.has(name) ? 2 : 1, known.has(name))
  for (const { text } of report.mentions.files) {
    const stem = /([^/\\]+?)\.(?:py|ipynb)$/.exec(text)?.[1]
    if (stem !== undefined) add(stem, 1, known.has(stem) || script.includes(text))
  }
  const holder = symptom?.kind === 'exception' ? /^([A-Za-z_]\w*)\./.exec(symptom.type)?.[1] : undefined
  if (holder !== undefined) add(holder, 0.5, known.has(holder))
  return [...targets.values()]
}

/** Functions of frames that are the user's or the project's; a library's inner functions are not named by a script. */
function frameFunctions(report: Report, symptom: Symptom | null): string[] {
  const traced = report.tracebacks.flatMap(({ exceptions }) => exceptions.flatMap(({ frames }) => frames))
  const own = traced.filter((frame) => !frame.library).map((frame) => frame.function)
  const reported = symptom?.kind === 'exception' && traced.length === 0 ? symptom.frames.map((f) => f.function) : []
  return [...own, ...reported].flatMap((name) => lastName(name ?? '') ?? [])
}

const common = new Set(
  'self cls def class return import from print len range list dict tuple int float str None True False main args kwargs for and not with super __init__ __call__'.split(
    ' ',
  ),
)

/** The name that a dotted mention is about: `nn.Linear` gives `Linear`. Null for what says nothing. */
function lastName(mention: string): string | null {
  const name = /([A-Za-z_]\w*)\s*(?:\([^()]*\))?\s*$/.exec(mention.slice(0, 200))?.[1]
  return name === undefined || name.length < 3 || common.has(name) ? null : name
}

function identifiers(script: string): Set<string> {
  return new Set(script.replace(/#.*$/gm, '').match(/[A-Za-z_]\w*/g) ?? [])
}

/** The highest share of one snippet's lines that the script holds, white space aside, 0 to 1. */
function shareOfSnippet(script: string, report: Report): number {
  const lines = new Set(codeLines(script))
  const shares = report.snippets.map(({ code }) => {
    const wanted = codeLines(code)
    return wanted.length === 0 ? 0 : wanted.filter((line) => lines.has(line)).length / wanted.length
  })
  return Math.max(0, ...shares)
}

function codeLines(code: string): string[] {
  const lines = code.split('\n').map((line) => line.replace(/\s+/g, ''))
  return lines.filter((line) => line !== '' && !line.startsWith('#'))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
