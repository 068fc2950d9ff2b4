import { type Detector, linesOf, plainness, saying, textOf } from './detector.ts'

const hanging =
  /\bhangs?\b(?! (?:on|in) there)|\bhanging\b|\bhung\b|\bdead-?lock\w*|\bfreezes\b|\bfroze\b|\bfreezing (?:up|forever|at)\b|\b(?:gets?|is|are|got|be|being|just) stuck\b|\bstuck (?:at|in|on|for|forever|there|after|while)\b|\bnever (?:comes? back|returns?|finish\w*|ends?|terminat\w+|starts?|reache[sd]?|gets? (?:past|to|beyond)|continues?|exits?|completes?)\b|\bstands still\b|\bstood still\b|\bblock(?:s|ed|ing)? (?:forever|for ever|indefinitely|for good)\b|\bwait\w* (?:for ?ever|indefinitely)|\b(?:infinite|endless) loop\b|\b(?:does|do|did|will|would)(?:n['’]t| not) (?:return|terminate|finish|come back|end|exit|stop|get past)\b|\bruns? forever\b|\bnothing happens (?:after|any ?more)\b|\bnot respond\w*|\bunresponsive\b|\bstops? responding\b|\bstalls?\b|\bstalled\b/i
/** Frozen layers, a loss that is stuck, a call that returns no value. */
const otherSense =
  /\b(?:layers?|backbone|weights?|encoder|embedding)\b[^.]*\b(?:freezes|froze|freezing)|\b(?:loss|accuracy|acc|metric|perplexity|training loss|score)\b[^.]*\b(?:stuck|stalls?|stalled)|\bstuck (?:at|on) (?:about |around )?\d|\b(?:not|n['’]t) return (?:an?|the|any|what|all|same)\b|\bnever (?:returns?|reache[sd]?|ends?) (?:an?|the|any|with|up|\d|more)\b|\bstuck (?:on|with) (?:the |this |an? )?(?:problem|issue|error|version|python|torch)/i
const interrupted = /\bKeyboardInterrupt\b|\^C|NCCL.*(?:timeout|timed out)|Watchdog caught collective operation timeout/

/** Something does not come back. */
export const hang: Detector = (claims) => {
  const said = saying(claims, 'hang', hanging, otherSense)
  if (said.length === 0) return []
  const stopped = claims.printed.filter((c) => interrupted.test(c.text))
  const where =
    /`?([A-Za-z_][\w.]*)\((?:[^()]{0,30})\)`?[^.]{0,40}\b(?:never|hangs?|blocks?|freezes|stuck|deadlocks?|does)/.exec(
      textOf(said),
    )?.[1] ?? null
  return [
    {
      symptom: { kind: 'hang', where: where ?? waitingFrame(claims), lines: linesOf([...said, ...stopped]) },
      score: plainness(said) + 0.6 + (stopped.length > 0 ? 2.5 : 0),
    },
  ]
}

/** The call that was interrupted from the keyboard, in the reporter's own code. */
function waitingFrame({ parts }: Parameters<Detector>[0]): string | null {
  const interrupt = parts.tracebacks.map((t) => t.exceptions.at(-1)).find((e) => e?.type === 'KeyboardInterrupt')
  const code = interrupt?.frames.findLast((f) => !f.library && f.code !== null)?.code ?? ''
  return /([A-Za-z_][\w.]*)\(/.exec(code)?.[1] ?? null
}
