import { createTwoFilesPatch } from 'diff'
import type { AttemptState, CaseState } from '../../shared/case.ts'
import type { BundleItem } from './item.ts'
import { prose } from './markdown-text.ts'

/** Lines that a diff may differ in before it is given up: it would say no more than the two files. */
const maxEdits = 4000

/** attempts/NN/: the script, its differences, the rewrites with their reasons, checks, steps and verdict. */
export function attemptItems({ attempts }: CaseState): BundleItem[] {
  const digits = Math.max(2, String(attempts.length).length)
  return attempts.flatMap((it, i) => {
    const name = (n: number) => String(n + 1).padStart(digits, '0')
    const folder = `attempts/${name(i)}`
    const before = attempts[i - 1]
    const item = (path: string, content: BundleItem['content']): BundleItem => ({
      path: `${folder}/${path}`,
      kind: 'attempt',
      content,
      priority: 0,
    })
    const diff = (path: string, from: string, old: string) => {
      const text = unified(from, `${folder}/repro.py`, old, it.attempt.script)
      return text === null ? [] : [item(path, { as: 'text', text })]
    }
    return [
      item('repro.py', { as: 'python', text: it.attempt.script }),
      item('attempt.json', {
        as: 'json',
        value: { by: it.by, ...it.attempt, script: undefined, checks: it.checks, steps: it.steps, verdict: it.verdict },
      }),
      item('rewrites.md', { as: 'text', text: rewritesText(it) }),
      ...diff('from-report.diff', 'report', it.attempt.base.code),
      ...(before === undefined
        ? []
        : diff(`from-attempt-${name(i - 1)}.diff`, `attempts/${name(i - 1)}/repro.py`, before.attempt.script)),
    ]
  })
}

function unified(from: string, to: string, old: string, now: string): string | null {
  if (old === now) return null
  return (
    createTwoFilesPatch(from, to, withEnd(old), withEnd(now), undefined, undefined, { maxEditLength: maxEdits }) ?? null
  )
}

const withEnd = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

function rewritesText({ attempt }: AttemptState): string {
  const because = attempt.because === null ? '' : `\nTried because: ${prose(attempt.because)}\n`
  const list = attempt.rewrites.map(
    (r, i) => `${i + 1}. ${prose(r.name)}: ${prose(r.reason)}${r.effect === 'none' ? '' : ` (brings in: ${r.effect})`}`,
  )
  return `# From ${prose(attempt.base.title)}\n${because}\n${list.length === 0 ? 'The code is as in the report.' : list.join('\n')}\n`
}
