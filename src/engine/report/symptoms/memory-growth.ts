import { type Detector, linesOf, plainness, saying, textOf } from './detector.ts'

const growing =
  /\b(?:memory|RAM|VRAM|RSS|heap|swap)\b[^.]{0,60}\b(?:leak\w*|grow\w*|grew|increas\w+|ris(?:es|ing)|climb\w*|goes up|going up|go up|creeps?|fills?(?: up)?|blows? up|explod\w+|balloon\w*|accumulat\w+|not (?:\w+ )?(?:freed|released|reclaimed|returned)|never (?:\w+ )?(?:freed|released|reclaimed|goes down|drops))\b|\b(?:grow\w*|increas\w+|accumulat\w+|ris(?:es|ing)|higher|more and more|leak\w*|eats?|eating|not releas\w+|not free\w*)\b[^.]{0,40}\b(?:memory|RAM|VRAM|RSS)\b|\bmemory[- ]leak\w*|\bleak(?:s|ed|ing)? (?:memory|\d+ ?[MGK]i?B|tensors?|gpu)|\bleak(?:s|ing)?\b/i
const ended = /\bout of memory\b|\bOOM\b|\bruns? out of (?:memory|RAM)/i
const otherSense =
  /\b(?:data|label|target|information|test|train|gradient|privacy|future)[- ]?(?:set )?leak\w*|\bleaky|\bleaks? (?:into|from|between|across)|\bmemory[- ]efficient|\bmore memory than (?:needed|necessary|it should)|\btakes more memory\b/i

/** Memory that grows while nothing should be kept. */
export const memoryGrowth: Detector = (claims) => {
  const said = saying(claims, 'memory-growth', growing, otherSense)
  const over = saying(claims, 'memory-growth', ended, otherSense)
  const all = [...new Set([...said, ...over])]
  if (all.length === 0) return []
  const text = `${textOf(all)} ${claims.parts.title}`
  // An OOM that is not said to build up is an exception or a kill. One that is said to, is how growth ends.
  const builds =
    said.length > 0 || /\bafter (?:\w+ ){0,3}(?:epochs?|steps?|iterations?|batches|hours|minutes|while)\b/i.test(text)
  const ends = claims.parts.tracebacks.some((t) =>
    /memory/i.test(`${t.exceptions.at(-1)?.type} ${t.exceptions.at(-1)?.message}`),
  )
  const titled = said.some((c) => c.from === 'title')
  return [
    {
      symptom: {
        kind: 'memory-growth',
        device: /\bGPUs?\b|\bVRAM\b|\bcuda\b|\bcard\b|nvidia|\bT4\b|显存/i.test(text) ? 'gpu' : 'host',
        quoted: claims.quoted,
        lines: linesOf(all),
      },
      score: plainness(all) + (builds ? 0.7 : -1) + (ends && titled ? 4.5 : 0),
    },
  ]
}
