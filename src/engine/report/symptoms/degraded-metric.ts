import { type Claims, type Detector, linesOf, plainness, saying, textOf } from './detector.ts'

const metrics = String.raw`(?:(?:top-1 |val(?:idation)? )?accuracy|acc|top-?[15]|auc|auroc|f1(?:-score)?|mAP|map50|m?iou|bleu|rouge\w*|perplexity|ppl|score|metrics?|loss|psnr|ssim|recall|precision|wer|cer|rmse|mse|mae|r2|fid|error rate|reward|return|dice|results?|quality|convergence)`
const worse = String.raw`(?:drops?|dropped|dropping|degrad\w*|worse\w*|lower(?: than)?|fell|falls|regress\w*|decreas\w+ from|went (?:down|up) from|declin\w+|reduced|deteriorat\w*|suffers?|plummet\w*|(?:much|far|significantly|noticeably|considerably) (?:higher|lower|worse)|\d+ (?:points?|%) (?:lower|less|worse)|not (?:match|reach)\w*|can(?:not|['’]t) (?:match|reach|reproduce))`
const degraded = new RegExp(String.raw`\b${metrics}\b[^.]{0,90}\b${worse}\b|\b${worse}\b[^.]{0,70}\b${metrics}\b`, 'i')
/** Without a better time, place or version to compare with, a falling number is what training does. */
const compared =
  /\b(?:upgrad\w*|updat(?:ed|ing)|since|version|release|v?\d+\.\d+(?:\.\d+)?|before|previously|used to|than (?:in|with|on|the|before|a|my|reported)|compared|paper|reported|baseline|regression|after (?:the|switching|moving|changing|loading|export\w*|convert\w*|quanti\w*|resum\w*|enabl\w*)|when \w+ is \w+ed|resum\w*|instead of|than expected|switch\w*|nightly|commit|fp16|bf16|amp|quanti\w*|from \W?\d|original)\b/i
const otherSense =
  /\bloss (?:decreases|drops|falls|goes down)\b(?![^.]*\b(?:less|worse|slower)\b)|\bdropout\b[^.]*\bscore\b|\blower(?:ed|ing)? the (?:learning|loss)|\bmemory\b|\b(?:speed|throughput|slow\w*|seconds)\b/i

/** A metric that was better before or elsewhere. */
export const degradedMetric: Detector = (claims) => {
  const all = saying(claims, 'degraded-metric', degraded, otherSense)
  const context = claims.sentences.map((c) => c.text).join('\n')
  const said = all.filter((c) => compared.test(c.text) || compared.test(claims.parts.title))
  if (said.length === 0) return []
  const text = textOf(said)
  const change = changeOf(text) ?? changeOf(context) ?? twoValues(context, text)
  return [
    {
      symptom: {
        kind: 'degraded-metric',
        metric: metricOf(claims.parts.title) ?? metricOf(text),
        wanted: change?.wanted ?? null,
        got: change?.got ?? null,
        betterIn: betterIn(claims, text),
        quoted: claims.quoted,
        lines: linesOf(said),
      },
      score: plainness(said) + (change === null ? 0 : 0.6),
    },
  ]
}

const metricOf = (text: string) =>
  /\b(accuracy|auc|auroc|f1(?:-score)?|mAP|m?iou|bleu|rouge\w*|perplexity|psnr|ssim|recall|precision|wer|cer|rmse|mse|mae|fid|reward|dice|loss)\b/i.exec(
    text,
  )?.[1] ?? null

const number = String.raw`(\d+(?:[.,]\d+)?(?:e-?\d+)?\s?%?)`
const note = String.raw`(?:\s*\([^)]{1,40}\))?`
const changes: [RegExp, boolean][] = [
  [
    new RegExp(
      String.raw`\b(?:from|von|de) ${number}${note}[^.\d]{0,40}\b(?:to|down to|auf|zu|a|à|para) (?:only |about |just )?${number}`,
    ),
    true,
  ],
  [
    new RegExp(
      String.raw`\b(?:was|had|used to be|reached|got|gave) (?:at |about |around )?${number}${note}[^.\d]{1,60}\b(?:now|is|but|only|to|and)\b (?:it |only |is |at |about |just )*${number}`,
    ),
    true,
  ],
  [
    new RegExp(
      String.raw`\b(?:is|only|now|at|get|gives?|reach\w*) (?:at |only |about |now )*${number}${note}[^.\d]{1,60}\b(?:was|instead of|before|previously|vs\.?|versus|used to|while|compared to)\b[^.\d]{0,40}${number}`,
    ),
    false,
  ],
]

function changeOf(text: string): { got: string; wanted: string } | null {
  for (const [pattern, wantedFirst] of changes) {
    const match = pattern.exec(text)
    const [first, second] = [match?.[1]?.trim(), match?.[2]?.trim()]
    if (first !== undefined && second !== undefined)
      return wantedFirst ? { wanted: first, got: second } : { got: first, wanted: second }
  }
  return null
}

/** Two values of the metric in the report: which one is worse follows from whether it is called lower or higher. */
function twoValues(context: string, text: string): { got: string; wanted: string } | null {
  const pattern = new RegExp(
    String.raw`\b${metrics}(?:@[\d.:]+)?(?: score)?(?: of| is| was|:|=| at)* (\d+\.\d+%?|\d+ ?%)(?!\w)`,
    'gi',
  )
  const values = [...new Set([...context.matchAll(pattern)].map((m) => m[1] as string))]
  const [a, b] = values
  if (values.length !== 2 || a === undefined || b === undefined) return null
  const [low, high] = Number.parseFloat(a) < Number.parseFloat(b) ? [a, b] : [b, a]
  return /\b(?:higher|went up|increas\w+|rises?|rose)\b/i.test(text)
    ? { got: high, wanted: low }
    : { got: low, wanted: high }
}

const version = String.raw`v?\d+\.\d+(?:\.\d+)?(?:[-.+]?\w+)?`

/** The version that was better: `from 0.76 (torch 2.0.1)`, `updated from 0.8 to 0.9`, `in 1.13 it was`. */
function betterIn({ parts, sentences }: Claims, text: string): string | null {
  const all = `${text}\n${sentences.map((c) => c.text).join('\n')}`
  const found =
    new RegExp(String.raw`\bfrom ${number}\s*\(((?:\w+[ =]*)?${version})\)`).exec(all)?.[2] ??
    new RegExp(
      String.raw`\b(?:updat\w+|upgrad\w+|mov\w+|switch\w+|migrat\w+|went|going|bump\w*)\b[^.]{0,40}?\bfrom ((?:\w+ )?${version})`,
      'i',
    ).exec(all)?.[1] ??
    new RegExp(
      String.raw`\b(?:(?:worked|fine|good|better|was|had)\b[^.]{0,30}|than |before |until |up to )(?:in|with|on|under|version)? ?((?:\w+ )?${version})\b`,
      'i',
    ).exec(all)?.[1] ??
    new RegExp(String.raw`\b(?:in|with|on|under|version) ((?:\w+ )?${version})`).exec(text)?.[1]
  const named = found?.replace(/^(?:the|version|from|to|of|in|with|on) /i, '').trim()
  return named === undefined || named === parts.title ? null : named
}
