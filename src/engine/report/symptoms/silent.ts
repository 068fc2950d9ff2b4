import { type Detector, linesOf, saying, strongest } from './detector.ts'

/** NaN or infinity, in the output or in words. */
export const nan: Detector = (claims) => {
  const said = saying(
    claims,
    /\bNaNs?\b|\bnan\b|\binfinit(?:y|e)\b(?! loop)|\b-?inf\b/,
    /isnan|nan_to_num|nanmean|nansum/,
  )
  const shown = claims.printed.filter((c) => /(?<![\w.])-?(?:nan|inf)(?![\w])/i.test(c.text))
  if (said.length === 0 && shown.length === 0) return []
  const all = [...said, ...shown]
  const text = all.map((c) => c.text).join(' ')
  const where = /\bgrad/i.test(text)
    ? 'gradient'
    : /weight|parameter/i.test(text)
      ? 'parameter'
      : /\bloss\b|\bcost\b/i.test(text)
        ? 'loss'
        : /output|returns?|answer/i.test(text)
          ? 'output'
          : 'unknown'
  const infinite = !/\bnan/i.test(text)
  const named = /\b(\w+) (?:is|are|becomes?|turns?(?: in)?to|goes) (?:all )?(?:NaN|nan|inf)/.exec(text)?.[1] ?? null
  return [
    {
      symptom: {
        kind: 'nan',
        where,
        value: infinite ? 'inf' : 'nan',
        name:
          named !== null && !/^(it|that|this|which|result|output|weights|they|loss|model|what|there)$/i.test(named)
            ? named
            : null,
        quoted: shown.length > 0 || /\bTrue\b/.test(claims.quoted?.text ?? '') ? claims.quoted : null,
        lines: linesOf(all),
      },
      score: (said.length > 0 ? 5 : 3.5) + strongest(said) * 1.5 + (shown.length > 0 ? 1.5 : 0),
    },
  ]
}

const still =
  /\b(?:(?:does|do|did|is|are|was|were|will|would)(?: ?n[o’']t| not)|never|not|isn['’]?t|don['’]?t|doesn['’]?t|hardly|no longer) (?!while)(?:(?!while)\w+ ){0,2}(?:learn\w*|train(?:ed|ing)?|updat\w+|chang\w+|mov\w+|converg\w+|decreas\w+|go down|reset|regist\w+)\b|\bstays? (?:at|the same|flat|put|constant|what it|where)|\b(?:loss|accuracy|acc|weights?|parameters?)\b[^.]{0,40}\b(?:stuck|flat|constant|unchanged|untouched|frozen|stays?|remains?|always (?:0|zero))|\bleaves? [^.]{0,40}\buntouched\b|\bnot (?:a|in|among)[^.]{0,20}parameters?\b|\bnot in `?\.?parameters|\bsees it\b|\bdon['’]?t (?:help|care)\b|\bgradients? (?:is|are|was|were)?\s*(?:None|zero|0|missing|detached|never reset)\b/i

/** Parameters, a loss or an accuracy that stay where they are. */
export const noLearning: Detector = (claims) => {
  const said = saying(claims, still, /\bmemory\b|\bchange(?:s|d)? nothing\b/i).filter((c) =>
    /\b(loss|acc\w*|weights?|parameters?|gradients?|optimi[sz]er|train\w*|learn\w*|sgd|adam|params?)\b/i.test(
      `${c.text} ${claims.parts.title}`,
    ),
  )
  if (said.length === 0) return []
  const text = said.map((c) => c.text).join(' ')
  const what = /parameter|weight/i.test(text)
    ? 'parameters'
    : /gradient/i.test(text)
      ? 'gradient'
      : /\bacc/i.test(text)
        ? 'accuracy'
        : 'loss'
  const names = [...new Set([...text.matchAll(/`([a-z_]\w*(?:\.\w+)*)`/g)].map((m) => m[1] as string))].slice(0, 5)
  return [
    {
      symptom: { kind: 'no-learning', what, names, quoted: claims.quoted, lines: linesOf(said) },
      score: 4 + strongest(said) * 1.2 + Math.min(said.length, 3) * 0.4,
    },
  ]
}

/** The same program or call gives something else each time. */
export const nondeterminism: Detector = (claims) => {
  const said = saying(
    claims,
    /\bnon-?determinis\w+|\bnot (?:reproducible|deterministic)\b|\bdifferent (?:\w+ ){0,3}(?:each|every) (?:time|run|call|start)|\bsomething else every\b|\bdiffers? (?:each|every|between|from run)\b|\b(?:changes|varies) (?:from run to run|(?:each|every) (?:time|run))|\bsame input\b[^.]{0,60}\bdiffer|\bdropout (?:is )?(?:still )?(?:on|active)\b|\b(?:ignores?|not care about|in spite of) (?:\w+\.)?eval\b|\breproducib|\bdifferent results?\b[^.]{0,40}\bsame\b|\bsame\b[^.]{0,40}\bdifferent results?\b/i,
    /figures are a bit different/i,
  )
  // `Not reproducible` denies itself, so the denial is a part of the claim here.
  const titled = claims.sentences.filter((c) =>
    /\bnot reproducible|\bnot deterministic|\bdoes not care about\b[^.]*eval|\bunseeded|\birreproducible/i.test(c.text),
  )
  const all = [...said, ...titled]
  if (all.length === 0) return []
  return [
    {
      symptom: { kind: 'nondeterminism', quoted: claims.quoted, lines: linesOf(all) },
      score: 4.5 + strongest(all) * 1.4 + Math.min(all.length, 3) * 0.3,
    },
  ]
}

/** A metric that was better before or elsewhere. */
export const degradedMetric: Detector = (claims) => {
  const said = saying(
    claims,
    /\b(accuracy|acc|auc|f1|mAP|iou|bleu|rouge|perplexity|score|metric|loss|psnr|recall|precision)\b[^.]{0,80}\b(drops?|dropped|degrad\w*|worse\w*|lower(?: than)?|fell|regress\w*|decreas\w+ from|went (?:down|up) from)\b|\b(drops?|degrad\w*|worse|regression)\b[^.]{0,60}\b(accuracy|auc|f1|mAP|iou|bleu|perplexity|metric|psnr)\b/i,
  )
  if (said.length === 0) return []
  const text = said.map((c) => c.text).join(' ')
  const change = /\b(?:from|was|of) (\d[\d.]*\s*%?)[^.\d]{1,40}?(?:to|now|is|only) (?:only )?(\d[\d.]*\s*%?)/.exec(text)
  return [
    {
      symptom: {
        kind: 'degraded-metric',
        metric:
          /\b(accuracy|auc|f1|mAP|iou|bleu|rouge|perplexity|loss|psnr|recall|precision)\b/i.exec(text)?.[1] ?? null,
        wanted: change?.[1] ?? null,
        got: change?.[2] ?? null,
        betterIn: /\b(?:in|with|on|under|version) ((?:\w+ )?v?\d+\.\d+(?:\.\d+)?)/.exec(text)?.[1] ?? null,
        quoted: claims.quoted,
        lines: linesOf(said),
      },
      score: 4.5 + strongest(said) * 1.2,
    },
  ]
}

const wrongness =
  /\b(wrong\w*|incorrect\w*|differ\w*|ignor\w+|instead of|not the same|unequal|mismatch\w*|inconsisten\w+|unexpected\w*|returns?|gives?|answers?|still|silently|off\b|nonsense|jumps?|goes up|truncat\w+|fewer|too (?:many|few|large|small|big|high|low)|should (?:be|have)|expected|always|broken|bug|lost|gone|no effect|without effect|only reaches|does(?:n['’]t| not) (?:\w+ )?(?:work|care|apply|match|respect|change|exist)|same network|whole different|can['’]t be right)\b/i

/** Something is computed, but not what it should be: the silent rest. */
export const wrongValue: Detector = (claims) => {
  const said = claims.sentences.filter((c) => wrongness.test(c.text))
  if (said.length === 0 && claims.quoted === null) return []
  const expected = claims.sentences.find((c) =>
    /\b(expect(?:ed|s)?|should (?:be|have|return|give)|wanted|must be|has to be)\b/i.test(c.text),
  )
  const pair = /\bexpect\w*\b:? (.{1,80}?),? (?:but )?(?:got|observed|actual|was|found):? (.{1,80})/i.exec(
    said.map((c) => c.text).join('\n'),
  )
  return [
    {
      symptom: {
        kind: 'wrong-value',
        wanted: pair?.[1] ?? expected?.text ?? null,
        got: pair?.[2] ?? claims.quoted?.text.split('\n').slice(0, 3).join(' ') ?? null,
        quoted: claims.quoted,
        lines: linesOf(
          said.length > 0 ? said : [{ text: '', lines: claims.quoted?.lines ?? { start: 1, end: 1 }, weight: 1 }],
        ),
      },
      score:
        2 +
        (said.length > 0 ? 1 : 0) +
        strongest(said) * 0.5 +
        (claims.quoted === null ? 0 : 1.5) +
        (expected === undefined ? 0 : 0.5),
    },
  ]
}
