import { readFileSync } from 'node:fs'
import type { Report } from '../../../shared/report.ts'
import type { Symptom } from '../../../shared/symptom.ts'
import { resource } from '../../resources.ts'

/** What an oracle may look at when it decides whether it can speak. */
export type OracleContext = {
  /** The script so far, without a check. */
  script: string
  symptom: Symptom
  report: Report
}

/** One way to check a symptom within the script. Capital names of the oracle's file are filled from `values`. */
export type OracleCall = {
  oracle: string
  values: Record<string, OracleValue>
  /** What is checked, in one sentence. */
  reason: string
}
export type OracleValue = string | number | boolean | string[] | { expression: string }

/** A rule for when an oracle may speak. Best calls first; none where it could not tell. */
export type Oracle = { name: string; calls(context: OracleContext): OracleCall[] }

/** Is a line of the script (1-based) one that our check added? */
export function isOfCheck(script: string, line: number): boolean {
  const row = (mark: string) => script.split('\n').indexOf(mark) + 1
  const [start, end, check] = [row(startMark), row(endMark), row(checkMark)]
  return (start > 0 && line > start && line < end) || (check > 0 && line > check)
}

/** The two parts of an oracle's file: what goes before the script and what goes behind it. */
export function oracleParts(name: string): { start: string; check: string } {
  const text = readFileSync(resource('oracles', `${name}.py`), 'utf8')
  const part = (title: string) =>
    text
      .split(`# == ${title} ==\n`)[1]
      ?.split(/^# == /m)[0]
      ?.trim() ?? ''
  return { start: part('start'), check: part('check') }
}

/** The line above the check that the oracle added: what follows it is ours, not the reporter's. */
export const checkMark = '# Check: it fails while the bug is there.'
export const startMark = '# Needed by the check at the end.'
export const endMark = '# Here the code of the report begins.'

/** A script without what a check of ours adds before and behind it. */
export function withoutCheck(script: string): string {
  const start = script.indexOf(startMark)
  const end = script.indexOf(endMark)
  const code = start === -1 || end < start ? script : script.slice(0, start) + script.slice(end + endMark.length)
  return code.split(checkMark)[0] as string
}

/** The lines to put before and behind a script; `start` is empty where the oracle needs nothing there. */
export function oracleCode(call: OracleCall): { start: string; check: string } {
  const { start, check } = oracleParts(call.oracle)
  const fill = (text: string) =>
    text.replace(/\b[A-Z]{3,}\b/g, (name) => {
      const value = call.values[name]
      return value === undefined ? name : literal(value)
    })
  return {
    start: start === '' ? '' : `${startMark}\n${fill(start)}\n\n${endMark}\n`,
    check: check === '' ? '' : `${checkMark}\n${fill(check)}\n`,
  }
}

function literal(value: OracleValue): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return pythonString(value)
  if (Array.isArray(value))
    return value.length > 2
      ? `[\n    ${value.map(pythonString).join(',\n    ')},\n]`
      : `[${value.map(pythonString).join(', ')}]`
  return value.expression
}

/** A Python string literal: JSON's escapes are Python's, but for characters outside the BMP, which stay as they are. */
export function pythonString(text: string): string {
  return JSON.stringify(text)
}
