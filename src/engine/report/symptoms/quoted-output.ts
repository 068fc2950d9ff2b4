import type { Block, Statement } from '../../../shared/report.ts'
import type { Prose, ReportParts } from '../parts.ts'
import { looksLikeValue } from '../python-likeness.ts'
import { fieldOfHeading } from '../sections.ts'

/** What stands above an output that is not the symptom: the wish, the repaired program, another version or run. */
const otherRun =
  /\b(?:expect\w*|should|wanted|desired|correct\w*|as it (?:was|used to)|works? (?:fine|well|as)|(?:with|after|applying)(?: \w+){0,3} (?:fix|patch|change|workaround)|fixed|for (?:comparison|reference)|compared? to|used to|previously|before (?:the|this|that) (?:\w+ )?(?:change|update|upgrade|release|commit)|(?:old|older|previous|earlier|last) (?:version|release|run)|another (?:run|machine|model)|without (?:it|the bug|this)|environment|versions?|erwartet|esperad\w+|attendu\w*)\b[^.\n]{0,80}[:.]?\s*$/i
const error = /Traceback|^\s*(?:\w+\.)*\w+(?:Error|Exception)\b/m

/** What the reporter's code printed: the session's answers, else the output nearest below the last snippet, else a printed value that prose or a comment names. */
export function quotedOutput(parts: ReportParts): Statement | null {
  const answered = parts.snippets
    .flatMap((s) => s.cells)
    .filter((c) => c.output !== null && !error.test(c.output))
    .filter((c) => !isOtherRun(blockOver(c.lines.end, parts), parts))
  const first = answered[0]
  if (first !== undefined)
    return {
      text: answered.map((c) => c.output).join('\n'),
      lines: { start: first.lines.start, end: answered.at(-1)?.lines.end ?? first.lines.end },
    }
  const outputs = parts.blocks.filter((b) => b.kind === 'output' && !readsAsProse(b) && !isOtherRun(b, parts))
  const lastSnippet = parts.snippets.at(-1)?.lines.end ?? 0
  const best = outputs.find((b) => b.lines.start > lastSnippet) ?? outputs[0]
  if (best !== undefined) return { text: best.text, lines: best.lines }
  return saidToPrint(parts) ?? printedComments(parts)
}

/** Sentences about a log begin like one: `Training 50 epochs gives 0.5. I suspect …`. */
export const readsAsProse = ({ text, kind }: Block) =>
  kind === 'output' &&
  text.split('\n').length <= 4 &&
  /[a-z\d`][.,;:]? [A-Za-z`][^\n]*[a-z]{2}[^\n]*[a-z\d`)][.!?](?: [A-Z]|$)/.test(text) &&
  (text.match(/(?<![\w.])[a-z]{2,}(?![\w(=])/g) ?? []).length >= 7

/** Does this block show something else than what the reporter complains about? */
export function isOtherRun(block: Pick<Block, 'lines'> | undefined, { prose, title }: ReportParts): boolean {
  if (block === undefined) return false
  const above = prose.filter((p) => p.lines.end < block.lines.start).at(-1)
  if (above === undefined) return false
  const field = fieldOfHeading(above.heading, title)
  if (field === 'expected' || field === 'ignored') return true
  const match = otherRun.exec(lastSentence(above))
  // `I wanted one per row, but I get:` turns to what is got.
  return match !== null && !/\b(?:but|instead|however|get|got|gives?|actual\w*|now|see)\b/i.test(match[0])
}

const blockOver = (line: number, { blocks }: ReportParts) =>
  blocks.find((b) => b.lines.start <= line && line <= b.lines.end)
const lastSentence = ({ text }: Prose) => text.split(/(?<=[.!?])\s+(?=[A-Z])/).at(-1) ?? text

/** "prints `None`" below a program that prints. */
function saidToPrint({ prose, snippets }: ReportParts): Statement | null {
  if (!snippets.some((s) => /\bprint\(/.test(s.code))) return null
  for (const piece of prose) {
    const match = /\b(?:this |it |which )?prints?(?: out)?:? `([^`\n]{1,200})`/i.exec(piece.text)
    if (match === null || /\b(?:should|expect\w*|would|must)\b[^.]*$/i.test(piece.text.slice(0, match.index))) continue
    const line = piece.lines.start + piece.text.slice(0, match.index).split('\n').length - 1
    return { text: match[1] as string, lines: { start: line, end: line } }
  }
  return null
}

/** `print(x)  # tensor([nan])`: what each print shows, as long as it is a value. */
function printedComments({ blocks }: ReportParts): Statement | null {
  const found = blocks
    .filter((b) => b.kind === 'reproducer')
    .flatMap((block) =>
      block.text.split('\n').flatMap((line, i) => {
        const shown = /^\s*print\(.*\)\s*#+\s*(?:prints?:? |->|=>|gives |out(?:put)?: )?\s*(.+)$/.exec(line)?.[1]
        const text = shown?.replace(/[,;]?\s*\(?\b(?:should|expect\w*|want\w*|instead|but)\b.*$/i, '').trim()
        const wishes = /^(?:should|expect|want)/i.test(shown ?? '')
        return text === undefined || wishes || !looksLikeValue(text) ? [] : [{ text, line: block.lines.start + i }]
      }),
    )
  const first = found[0]
  if (first === undefined) return null
  return {
    text: found.map((f) => f.text).join('\n'),
    lines: { start: first.line, end: found.at(-1)?.line ?? first.line },
  }
}
