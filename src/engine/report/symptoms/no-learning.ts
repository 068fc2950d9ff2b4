import type { SymptomOf } from '../../../shared/symptom.ts'
import { type Claim, type Claims, type Detector, linesOf, plainness, saying, textOf } from './detector.ts'

const nouns = String.raw`(?:loss\w*|acc(?:uracy)?|weights?|params?|parameters?|gradients?|grads?|bias(?:es)?|embeddings?|kernels?|layers?|model|net(?:work)?|head|encoder|decoder|generator|discriminator|policy|classifier|it)`
const not = "(?:not|never|n['’]t|no longer|hardly|barely|refuses? to|fails? to|without)"
const verbs = String.raw`(?:learn\w*|train(?:ed|s)?|updat\w+|chang\w+|mov(?:e|es|ed|ing)|converg\w+|decreas\w+|improv\w+|go(?:es|ing)? down|drop(?:s|ping)?|budge\w*|optimi[sz]ed|adapt\w*)`
const still = new RegExp(
  [
    String.raw`\b${nouns}\b[^.]{0,50}(?:\b|(?<=\w))${not} (?!while)(?:\w+ ){0,2}${verbs}\b`,
    String.raw`(?:\b|(?<=\w))${not} (?:\w+ ){0,2}(?:learn\w*|converg\w+|updat\w+|train(?:ed|s)?|optimi[sz]\w+)\b[^.]{0,50}\b${nouns}?`,
    String.raw`\b(?:loss|accuracy|acc|weights?|parameters?|gradients?|bias|metric|perplexity|f1|auc)\b[^.]{0,50}\b(?:stuck|flat|constant|unchanged|untouched|frozen|plateau\w*|identical|exactly the same|stays?|staying|stayed|remains?|keeps? (?:its|their|the)|always (?:exactly )?(?:0|zero|1|100|the same))\b`,
    String.raw`\b(?:leaves?|keeps?)\b[^.]{0,30}\b(?:weights?|parameters?|embeddings?|bias\w*)\b[^.]{0,30}\b(?:untouched|unchanged|as they were|the same)`,
    String.raw`\b(?:not|n['’]t|never|missing)\b[^.]{0,30}\b(?:in|from|among|part of|registered (?:as|in|with))\b[^.]{0,25}\bparameters?\b`,
    String.raw`\bparameters\(\)[^.]{0,60}\b(?:empty|missing|does(?:n['’]t| not)|not)\b|\b(?:not|never|n['’]t)\b[^.]{0,20}\bregistered\b`,
    String.raw`\b(?:gradients?|grads?|\.grad)\b[^.]{0,30}\b(?:is|are|was|were|stays?|always|remains?|get|returns?)\b(?: still| all| always)? ?\W?(?:None|zeros?|0(?:\.0)?|missing|detached|lost)\b`,
    String.raw`\bno (?:gradients?|learning|training)\b(?: \w+){0,3} (?:flows?|reach\w*|arrives?|happens?|at all|goes|gets|back)`,
    String.raw`\b(?:gradients?|grads?)\b[^.]{0,40}\b${not} (?:\w+ )?(?:reset|zeroed|cleared)\b|\bgradients?\b[^.]{0,30}\b(?:accumulate|add up|pile up)\b|\bzero_grad(?:\(\))?\W{1,3}(?:is )?(?:missing|never called|not called)\b`,
    String.raw`\b(?:weights?|state_dict\S*|parameters?|params|bias(?:es)?)\b[^.]{0,40}\b(?:identical|equal|same as|unchanged from)\b[^.]{0,30}\b(?:initial\w*|init|start|beginning|before)\b`,
    String.raw`\bnever (?:moves?|changes?|(?:gets?|is|are) (?:updated|trained)|updates?|learns?|trains?)\b`,
    String.raw`\b(?:predicts?|outputs?) (?:only|always|just) (?:one|the same|a single) class\b`,
  ].join('|'),
  'i',
)
/** About something that no training changes. */
const otherSense =
  /\bmemory\b|\bchange(?:s|d)? nothing\b|\b(?:I|we) (?:did|do|have)(?: ?n[o’']t| not) (?:\w+ )?chang\w+|\bdid not (?:\w+ )?update\b[^.]*\b(?:version|package|driver)|\btrain(?:s|ed|ing)? (?:just )?fine\b/i
const subject =
  /\b(?:loss\w*|acc\w*|weights?|parameters?|params?|gradients?|grad|bias\w*|optimi[sz]\w+|train\w*|learn\w*|sgd|adam\w*|epochs?|fit|finetun\w*|converg\w*|backward|verlust|gewichte|p[ée]rdida|precisión|perte|perda|acurácia|entren\w+|aprend\w+|训练|损失|学習|損失)(?![\p{L}])|损失|訓練|обуч/iu

/** Parameters, a loss or an accuracy that stay where they are. */
export const noLearning: Detector = (claims) => {
  const all = textOf(claims.sentences)
  const said = saying(claims, 'no-learning', still, otherSense).filter((c) =>
    subject.test(c.from === 'title' ? all : `${c.text} ${claims.parts.title}`),
  )
  const flat = flatMetric(claims.printed) ?? comparedWeights(claims)
  if (said.length === 0 && flat === null) return []
  const titled = said.filter((c) => c.from === 'title')
  const what = whatOf(textOf(titled)) ?? whatOf(textOf(said)) ?? flat?.what ?? 'loss'
  const names = [
    ...new Set(
      [...textOf(said).matchAll(/`([A-Za-z_]\w*(?:\.\w+)*)(?:\.grad)?`/g)].map((m) =>
        (m[1] as string).replace(/\.grad$/, ''),
      ),
    ),
  ]
  return [
    {
      symptom: {
        kind: 'no-learning',
        what,
        names: names
          .filter((n) => !/^(?:None|True|False|loss|acc|accuracy|optimizer|parameters|backward)$/.test(n))
          .slice(0, 5),
        quoted: claims.quoted,
        lines: linesOf([...said, ...(flat === null ? [] : [flat.claim])]),
      },
      score:
        said.length > 0
          ? plainness(said) + (flat === null ? 0 : flat.what === 'parameters' ? 3 : 0.8)
          : flat?.what === 'parameters'
            ? 8.8
            : 4.2,
    },
  ]
}

function whatOf(text: string): SymptomOf<'no-learning'>['what'] | null {
  if (text === '') return null
  if (/\bgrad\w*`?[^.]{0,30}\b(?:None|zeros?|0|missing|accumulat\w+|reset)\b/i.test(text)) return 'gradient'
  const found: [SymptomOf<'no-learning'>['what'], number][] = [
    ['gradient', text.search(/\bgrad(?:ient|s|\b|_)|梯度|勾配/i)],
    [
      'parameters',
      text.search(/\b(?:param\w*|weights?|bias\w*|embeddings?|kernels?|gewichte|pesos|poids)\b|权重|重み|параметр/i),
    ],
    ['loss', text.search(/\b(?:loss\w*|cost|verlust|pérdida|perte|perda)\b|损失|損失/i)],
    ['accuracy', text.search(/\bacc(?:uracy)?\b|genauigkeit|precisión|précision|acurácia|准确率|精度/i)],
  ]
  return found.filter(([, at]) => at >= 0).sort((a, b) => a[1] - b[1])[0]?.[0] ?? null
}

type Flat = { what: SymptomOf<'no-learning'>['what']; claim: Claim }

/** A loss, or an accuracy beside a loss that does not fall either, that a log prints three times or more, always the same. */
function flatMetric(printed: Claims['printed']): Flat | null {
  const rows = (pattern: RegExp) =>
    printed.flatMap((claim) => {
      const value = pattern.exec(claim.text)?.[1]
      return value === undefined ? [] : [{ claim, value }]
    })
  const losses = rows(/(?<!_)\bloss\W{1,4}([-+\d.e]+)/i)
  const accuracies = rows(/(?<!_)\bacc(?:uracy)?\W{1,4}([-+\d.e]+(?:\/\d+)?)/i)
  const isFlat = (found: typeof losses) => found.length >= 3 && found.every((r) => r.value === found[0]?.value)
  const first = (found: typeof losses) => found[0]?.claim
  const [loss, accuracy] = [first(losses), first(accuracies)]
  if (loss !== undefined && isFlat(losses)) return { what: 'loss', claim: loss }
  if (accuracy !== undefined && isFlat(accuracies) && losses.length === 0) return { what: 'accuracy', claim: accuracy }
  return null
}

const beforeAndAfter =
  /^(?=.*\b\w*(?:before|old|start|initial|init|prev|first|w0|p0)\w*\b)(?=.*\b(?:after|new|now|end|last|current|final|net|model|w1|p1)\b|.*\.(?:weight|bias|parameters)).*(?:\bequal\(|==|\ballclose\(|array_equal\()/

/** The reporter compares weights from before and after training and shows that they are equal. */
function comparedWeights({ parts, printed }: Claims): Flat | null {
  for (const { code, lines } of parts.snippets) {
    const row = code.split('\n').find((line) => beforeAndAfter.test(line) && !/^\s*(?:assert|if)\b/.test(line))
    if (row === undefined || !/\b(?:weights?|bias|param\w*|state_dict|kernel|embedding)\b|get_weights/.test(code))
      continue
    const answered = /#.*\bTrue\b/.test(
      parts.text
        .split('\n')
        .slice(lines.start - 1, lines.end)
        .find((l) => l.trim().startsWith(row.trim())) ?? '',
    )
    const claim =
      printed.find((c) => /^\W*(?:\w+ )?True\W*$/.test(c.text)) ??
      (answered ? { text: row, lines, from: 'comment' as const } : undefined)
    if (claim !== undefined) return { what: 'parameters', claim }
  }
  return null
}
