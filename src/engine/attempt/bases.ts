import type { Attempt } from '../../shared/attempt.ts'
import type { LineSpan, Report, Snippet } from '../../shared/report.ts'
import type { RepositorySymbols } from '../repository/python-packages.ts'
import { commandScript } from './command-script.ts'

export type Base = Attempt['base']

/** What a script can be built from, best first: the reporter's code as it stands, joined, then the commands that it gives, then in parts; then what uses the repository as the report speaks of it. */
export function bases(report: Report, repository: RepositorySymbols | null, exercises: Base[] = []): Base[] {
  const whole = report.snippets.filter((s) => !s.partial)
  const partial = report.snippets.filter((s) => s.partial)
  const commands = report.mentions.commands.flatMap(({ text, lines }) => {
    const code = repository === null ? null : commandScript(text, repository)
    return code === null ? [] : [{ kind: 'command' as const, code, lines: [lines], title: text }]
  })
  const found = [
    ...joined(whole, 'snippet'),
    ...commands,
    ...joined([...report.snippets], 'snippets, parts included'),
    ...joined(partial, 'part'),
    // The reporter's own program says more than one that we make up.
    ...(whole.length === 0 ? exercises : []),
  ]
  return found.filter(
    (base, i) => base.code.trim() !== '' && found.findIndex((other) => other.code === base.code) === i,
  )
}

/** All of them as one program, where one needs the other; then each alone, the last first, as later comments hold the better one. */
function joined(snippets: Snippet[], title: string): Base[] {
  if (snippets.length === 0) return []
  const all = base(snippets, `${title}: all joined`)
  const each = [...snippets].reverse().map((s, i) => base([s], `${title} ${snippets.length - i}`))
  if (snippets.length === 1) return each
  return [all, ...each]
}

function base(snippets: Snippet[], title: string): Base {
  const lines: LineSpan[] = snippets.map((s) => s.lines)
  return { kind: 'snippet', code: `${snippets.map((s) => s.code.trimEnd()).join('\n\n')}\n`, lines, title }
}
