import type { Statement } from '../../shared/report.ts'
import type { ReportParts } from './parts.ts'
import type { Line } from './report-lines.ts'

const program = String.raw`(?:python[\d.]*|torchrun|accelerate launch|deepspeed)`
const prompted = new RegExp(String.raw`^\s*(?:[~\w@/.:()-]*\s?[$%#>!]\s*)?((?:[A-Z_]\w*=\S+ )*${program}\s+\S.*)$`)
const inTicks = new RegExp(String.raw`\`{1,3}\s*((?:[A-Z_]\w*=\S+ )*${program}\s+[^\`\n]+?)\s*\`{1,3}`, 'g')
const inWords =
  /(?:^|\b(?:run|running|ran|with|via|calling|using)\s+)(python3? [\w./-]+\.py(?: --?[\w-]+(?:[= ][\w.]+)?)*)/gi
/** Installing and asking for versions are no steps to the bug. */
const preparing = new RegExp(
  String.raw`^(?:\S+=\S+ )*${program} (?:-m (?:pip|venv|virtualenv|ensurepip|torch\.utils\.collect_env|ipykernel)\b|setup\.py (?:install|develop|build)\b|--?[vV]|-c ["']import \w+; ?print)`,
)

/** Commands that run the project, from shell blocks, pasted terminals and prose, in this order. */
export function mentionedCommands(parts: ReportParts, prose: Line[]): Statement[] {
  const shell = parts.blocks
    .filter((b) => ['command', 'output', 'reproducer', 'traceback'].includes(b.kind))
    .flatMap((b) => joinedLines(b.text).map(({ text, index }) => ({ text, number: b.lines.start + index })))
    .flatMap(({ text, number }) => {
      const command = prompted
        .exec(text)?.[1]
        ?.replace(/\s+#\s.*$/, '')
        .trim()
      return command === undefined || !looksRun(command)
        ? []
        : [{ text: command, lines: { start: number, end: number } }]
    })
  const said = prose.flatMap(({ text, number }) =>
    [...text.matchAll(inTicks), ...text.matchAll(inWords)].map((m) => ({
      text: (m[1] as string).trim(),
      lines: { start: number, end: number },
    })),
  )
  return [...shell, ...said].filter(({ text }) => !preparing.test(text))
}

/** `python is slow` is a sentence, `python 3.9` a version. */
const looksRun = (command: string) =>
  new RegExp(String.raw`^(?:\S+=\S+ )*${program} (?:-|[\w./~$\{}-]+\.(?:py|pyz)\b|\S+\/|[\w.-]+\s+--?\w)`).test(command)

/** Lines with those joined that a back-slash continues. */
function joinedLines(text: string): { text: string; index: number }[] {
  const found: { text: string; index: number }[] = []
  let open = false
  for (const [index, line] of text.split('\n').slice(0, 5000).entries()) {
    const last = found.at(-1)
    if (open && last !== undefined && last.text.length < 4000) last.text += ` ${line.trim().replace(/\\$/, '')}`
    else found.push({ text: line.slice(0, 2000).replace(/\\$/, ''), index })
    open = line.trimEnd().endsWith('\\')
  }
  return found
}
