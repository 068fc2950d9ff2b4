import type { Block, LineSpan } from '../../shared/report.ts'
import type { Symptom } from '../../shared/symptom.ts'
import type { Prose, ReportParts } from './parts.ts'
import type { Claim, Claims, Detector } from './symptoms/detector.ts'
import { exception } from './symptoms/exception.ts'
import { hang, memoryGrowth, processDeath, slow, warning } from './symptoms/process.ts'
import { degradedMetric, nan, noLearning, nondeterminism, wrongValue } from './symptoms/silent.ts'

const detectors: Detector[] = [
  exception,
  processDeath,
  hang,
  nan,
  memoryGrowth,
  slow,
  nondeterminism,
  noLearning,
  degradedMetric,
  warning,
  wrongValue,
]
const request =
  /^\W*(?:\[?(?:feature|enhancement|rfc|question|help|how|docs?|documentation|proposal)\b|(?:add|support|allow|please add|is it possible|how (?:to|do|can)|what is|can (?:i|we|you))\b)/i
const enough = 3

/** What the report claims, the plainest first; empty where it claims nothing that a run could show. */
export function findSymptoms(parts: ReportParts): Symptom[] {
  const claims = claimsOf(parts)
  const candidates = detectors.flatMap((detect) => detect(claims)).sort((a, b) => b.score - a.score)
  const asks = request.test(parts.title) && (candidates[0]?.score ?? 0) < 6 && claims.quoted === null
  if (asks) return []
  const kept = candidates.filter((c) => c.score >= enough)
  return kept.map((c) => c.symptom).filter((s, i, all) => all.findIndex((o) => sameClaim(o, s)) === i)
}

function sameClaim(a: Symptom, b: Symptom): boolean {
  if (a.kind !== b.kind) return false
  return a.kind !== 'exception' || b.kind !== 'exception' || (a.type === b.type && a.message === b.message)
}

function claimsOf(parts: ReportParts): Claims {
  const printed = parts.blocks.filter((b) => b.kind === 'output' || b.kind === 'traceback').flatMap(linesOfBlock)
  const cells = parts.snippets
    .flatMap((s) => s.cells)
    .flatMap((c) =>
      c.output === null ? [] : c.output.split('\n').map((text) => ({ text, lines: c.lines, weight: 1 })),
    )
  const title: Claim = { text: parts.title, lines: { start: 1, end: 1 }, weight: 2 }
  return {
    parts,
    sentences: [title, ...parts.prose.filter((p) => p.text !== parts.title && !isAside(p)).flatMap(sentencesOf)],
    printed: [...printed, ...cells],
    quoted: quotedOutput(parts),
  }
}

const linesOfBlock = (block: Block): Claim[] =>
  block.text
    .split('\n')
    .slice(0, 5000)
    .map((text, i) => ({ text, lines: { start: block.lines.start + i, end: block.lines.start + i }, weight: 1 }))

/** Sections that speak of something else. */
const isAside = ({ heading }: Prose) =>
  heading !== null && /version|environment|checklist|workaround|additional context|umgebung|entorno/i.test(heading)

function sentencesOf(piece: Prose): Claim[] {
  let line = piece.lines.start
  return piece.text.split(/(?<=[.!?])\s+|\n(?=[-*] )/).map((sentence) => {
    const height = sentence.split('\n').length - 1
    const lines: LineSpan = { start: line, end: line + height }
    line += height
    return { text: sentence.replace(/\s+/g, ' '), lines, weight: 1 }
  })
}

const wantedAbove =
  /\b(expect\w*|should|wanted|desired|correct|right|instead|without|works?|fine|before the|old version)\b[^.\n]{0,60}:?\s*$/i

/** What the reporter's code printed: the session's answers, else the output nearest below the last snippet, else any output. */
function quotedOutput(parts: ReportParts): Claims['quoted'] {
  const answered = parts.snippets
    .flatMap((s) => s.cells)
    .filter((c) => c.output !== null && !/Traceback|Error:/.test(c.output))
  if (answered.length > 0) {
    const first = answered[0]
    const last = answered.at(-1)
    return {
      text: answered.map((c) => c.output).join('\n'),
      lines: { start: first?.lines.start ?? 1, end: last?.lines.end ?? 1 },
    }
  }
  const outputs = parts.blocks.filter((b) => b.kind === 'output' && !isWanted(b, parts))
  const lastSnippet = parts.snippets.at(-1)?.lines.end ?? 0
  const best = outputs.find((b) => b.lines.start > lastSnippet) ?? outputs[0]
  return best === undefined ? null : { text: best.text, lines: best.lines }
}

function isWanted(block: Block, { prose }: ReportParts): boolean {
  const above = prose.filter((p) => p.lines.end < block.lines.start).at(-1)
  if (above === undefined) return false
  return /expect|desired|should/i.test(above.heading ?? '') || wantedAbove.test(above.text)
}
