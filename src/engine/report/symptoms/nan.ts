import type { SymptomOf } from '../../../shared/symptom.ts'
import { type Claim, type Claims, type Detector, linesOf, plainness, saying, textOf } from './detector.ts'
import { isOtherRun } from './quoted-output.ts'

const words =
  /\bNaNs?\b|\bnan\b|(?<![\w-])-?inf\b(?! loop)|\binfinit(?:y|ies)\b|\binfinite\b(?! loop| recursion| iterat| data| stream)|\bnot a number\b|\bnon-?finite\b/i
const notValue =
  /\b(?:is_?nan|nan_to_num|nanmean|nansum|nanmedian|terminate_on_nan|detect_anomaly)\b(?![^.]*\b(?:nan|NaN)\b[^_(])/
const shownValue = /(?<![\w.])-?(?:nan|inf)(?![\w])/i

/** NaN or infinity, in the output or in words. */
export const nan: Detector = (claims) => {
  const said = saying(claims, 'nan', words, notValue).filter((c) => !aboutInput(c.text))
  const seen = claims.printed.filter((c) => shownValue.test(c.text) && !/Error\b|Warning\b/.test(c.text))
  const shown = seen.filter((c) => !isOtherRun({ lines: c.lines }, claims.parts))
  if (said.length === 0 && shown.length === 0) return []
  const all = [...said, ...shown]
  const text = textOf(all)
  const titled = said.some((c) => c.from === 'title')
  return [
    {
      symptom: {
        kind: 'nan',
        where: whereOf(`${claims.parts.title}\n${textOf(said)}`, text),
        value: /\bnan/i.test(text) ? 'nan' : 'inf',
        name: nameOf(text, claims),
        quoted: quotedNan(claims),
        lines: linesOf(all),
      },
      score:
        said.length > 0
          ? plainness(said) + (titled ? 0.3 : 0.5) + (shown.length > 0 ? 1.2 : 0)
          : shownOnly(shown, claims),
    },
  ]
}

/** Nobody says it, but it is printed: NaN is hardly ever meant, infinity may be where a search begins. */
const shownOnly = (shown: Claim[], { parts }: Claims) =>
  parts.snippets.some((s) => s.cells.some((c) => c.echo && shownValue.test(c.output ?? '')))
    ? 7
    : shown.some((c) => /\bnan\b/i.test(c.text))
      ? 6.2
      : 5.2

/** Gaps in the data are not the symptom. */
const aboutInput = (text: string) =>
  /\b(?:no|any|without|contains? no|check\w* (?:for|that)|free of|remov\w+|drop\w*|fill\w*)\b[^.]{0,40}\bNaNs?\b/i.test(
    text,
  ) ||
  /\b(?:data|inputs?|images|labels|features)\b[^.]{0,20}\b(?:has|have|contains?|had)\b[^.]{0,15}\bNaNs?\b/i.test(text)

const places: [SymptomOf<'nan'>['where'], RegExp][] = [
  ['gradient', /\bgrad(?:ients?|s|_\w+)?\b|\bbackward\b|梯度|勾配|градиент/gi],
  ['loss', /\b(?:\w*_?loss\w*|cost|verlust\w*|p[ée]rdidas?|perte|perda|elbo|nll|perplexity)\b|损失|損失|потер/gi],
  [
    'parameter',
    /\b(?:weights?|parameters?|params?|bias(?:es)?|running_(?:mean|var)|gewichte|pesos|poids)\b|权重|重み|веса/gi,
  ],
  [
    'output',
    /\b(?:outputs?|returns?|answers?|predict\w*|logits|result\w*|forward|embeddings?|activations?|values?|scores?|rows?)\b|输出|出力|вывод/gi,
  ],
]

/** The place that is named nearest to the value: in the title, else in a sentence, else in the output. */
function whereOf(claimed: string, all: string): SymptomOf<'nan'>['where'] {
  for (const text of [claimed.split('\n')[0] ?? '', claimed, all]) {
    const value = text.search(words)
    const found = places.flatMap(([where, pattern]) =>
      [...text.matchAll(pattern)].map((m) => ({ where, distance: Math.abs((m.index ?? 0) - Math.max(value, 0)) })),
    )
    const nearest = found.sort((a, b) => a.distance - b.distance)[0]
    if (nearest !== undefined) return nearest.where
  }
  return 'unknown'
}

const pronoun =
  /^(?:it|that|this|which|result|output|weights|they|loss|model|what|there|everything|all|value|values|row|rows|gradients?|some|these|and|or|to|then|steps?|is|nothing|only|the|a|one)$/i

/** `entropy is NaN`, or the input of the session whose answer holds one. */
function nameOf(text: string, claims: Claims): string | null {
  const cell = claims.parts.snippets
    .flatMap((s) => s.cells)
    .find((c) => c.output !== null && c.echo && shownValue.test(c.output))
  const asked = cell?.code.trim().split('\n').at(-1)?.trim()
  if (asked !== undefined && /^[A-Za-z_][\w.]*(?:\[[^\]]*\])?$/.test(asked)) return asked
  const printed = /^print\(([A-Za-z_][\w.]*(?:\[[^\]]*\])?)\)$/.exec(lastPrint(claims))?.[1]
  const named =
    /`([A-Za-z_][\w.]*)`[^.]{0,25}\b(?:is|are|becomes?|turns?(?: in)?to|goes|contains?)(?: all| only)? (?:NaN|nan|inf)/.exec(
      text,
    )?.[1] ??
    /\b([A-Za-z_]\w*(?:\.\w+)*) (?:is|are|becomes?|turns?(?: in)?to|goes) (?:all )?(?:NaN|nan|inf)/.exec(text)?.[1]
  if (named !== undefined && !pronoun.test(named)) return named
  return printed ?? null
}

const lastPrint = ({ parts }: Claims) =>
  parts.snippets
    .flatMap((s) => s.code.split('\n'))
    .map((l) => l.trim())
    .filter((l) => l.startsWith('print('))
    .at(-1) ?? ''

/** The output that shows the value; an answer of `isnan` counts. */
function quotedNan({ quoted, parts }: Claims): SymptomOf<'nan'>['quoted'] {
  if (quoted !== null && (shownValue.test(quoted.text) || /\bTrue\b/.test(quoted.text))) return quoted
  const other = parts.blocks.find((b) => b.kind === 'output' && shownValue.test(b.text) && !isOtherRun(b, parts))
  return other === undefined ? null : { text: other.text, lines: other.lines }
}
