import { type Detector, linesOf, saying, strongest } from './detector.ts'

const signals: [RegExp, string][] = [
  [/seg(?:mentation )?fault|SIGSEGV|exit code (?:-11|139)|access violation/i, 'SIGSEGV'],
  [/SIGABRT|\bAborted\b|exit code (?:-6|134)|terminate called|double free|free\(\): invalid/i, 'SIGABRT'],
  [/SIGFPE|floating point exception|exit code (?:-8|136)/i, 'SIGFPE'],
  [/SIGBUS|bus error/i, 'SIGBUS'],
  [/SIGILL|illegal instruction/i, 'SIGILL'],
  [/\bKilled\b|SIGKILL|exit code (?:-9|137)|oom.?killer/i, 'SIGKILL'],
]

/** The process is ended by a signal: no exception, no traceback. */
export const processDeath: Detector = (claims) => {
  return signals.flatMap(([pattern, signal]) => {
    const said = saying(claims, pattern)
    const shown = claims.printed.filter(
      (c) =>
        pattern.test(c.text) &&
        /^\W*(?:zsh: |bash: |\d+ )*(?:Fatal Python error|segmentation|aborted|killed|bus error|illegal|floating|terminate|process|.{0,60}(?:core dumped|signal|exit code))/i.test(
          c.text,
        ),
    )
    if (said.length === 0 && shown.length === 0) return []
    const weak = signal === 'SIGKILL' || (signal === 'SIGABRT' && shown.length === 0)
    return [
      {
        symptom: { kind: 'process-death' as const, signal, lines: linesOf([...said, ...shown]) },
        score: (weak ? 3 : 8) + strongest(said) + (shown.length > 0 ? 3 : 0),
      },
    ]
  })
}

/** Something does not come back. */
export const hang: Detector = (claims) => {
  const said = saying(
    claims,
    /\bhangs?\b|\bhanging\b|\bhung\b|\bdead-?locks?\b|\bfreezes\b|\bfroze\b|\bfreezing (?:up|forever|at)\b|\bstuck (?:at|in|on|for|forever|there)\b|\bnever (?:comes? back|returns?|finish\w*|ends?|terminat\w+)|\bstood still\b|\bblocks? (?:forever|for ever|indefinitely)|\bwait\w* for ?ever|\binfinite loop\b|\bdoes(?:n['’]t| not) (?:return|terminate|finish|come back)/i,
    /\b(?:layers?|backbone|weights?|parameters?|encoder)\b[^.]*\b(?:freezes|froze)|\bfrozen\b|\bloss\b[^.]*\bstuck\b/i,
  )
  const own = claims.sentences.filter((c) =>
    /\bnever (?:comes? back|returns?|finish\w*|ends?|terminat\w+)|does(?:n['’]t| not) (?:return|terminate|finish|come back)\b/i.test(
      c.text,
    ),
  )
  const all = [...said, ...own]
  if (all.length === 0) return []
  const where =
    /`?([\w.]+)\(\)`?[^.]{0,30}\b(?:never|hangs?|blocks?)/.exec(all.map((c) => c.text).join('\n'))?.[1] ?? null
  return [{ symptom: { kind: 'hang', where, lines: linesOf(all) }, score: 5 + strongest(all) * 1.8 }]
}

/** Memory that grows. */
export const memoryGrowth: Detector = (claims) => {
  const said = saying(
    claims,
    /\b(?:memory|RAM|VRAM)\b[^.]{0,50}\b(?:leak\w*|grow\w*|increas\w+|go(?:es)?\b|eats?|fills?|blow\w*|taken|explod\w+|out of)|\bleak(?:s|ed|ing)?\b|\beats? (?:all )?(?:my |the )?(?:RAM|memory)|\bout of memory\b|\bOOM\b/i,
    /data ?leak|leaky|label leak|target leak|test[^.]*leak/i,
  )
  if (said.length === 0) return []
  const text = `${said.map((c) => c.text).join(' ')} ${claims.parts.title}`
  return [
    {
      symptom: {
        kind: 'memory-growth',
        device: /\bGPU|VRAM|cuda|card\b|T4\b/i.test(text) ? 'gpu' : 'host',
        quoted: claims.quoted,
        lines: linesOf(said),
      },
      score: 4.5 + strongest(said) * 1.8,
    },
  ]
}

/** Something takes too long. */
export const slow: Detector = (claims) => {
  const said = saying(
    claims,
    /\b(?:very |extremely |much |so |too )?slow(?:er|ly|down)?\b|\btakes? (?:too long|forever|ages|\d+ (?:hours|minutes))|\b\d+ ?(?:x|times) (?:slower|longer)|\bfactor of\b[^.]*\bhundred|\bperformance (?:regression|drop|degradation|issue)/i,
  )
  if (said.length === 0) return []
  const text = said.map((c) => c.text).join(' ')
  const factor = Number(
    /(\d+(?:\.\d+)?) ?(?:x|×|times) (?:slower|longer)/i.exec(text)?.[1] ??
      /factor (?:of )?(?:about )?(\d+)/i.exec(text)?.[1],
  )
  return [
    {
      symptom: {
        kind: 'slow',
        what: null,
        factor: factor > 0 ? factor : null,
        quoted: claims.quoted,
        lines: linesOf(said),
      },
      score: 4 + strongest(said) * 1.8,
    },
  ]
}

/** A warning that is the complaint, or the only thing that the program says. */
export const warning: Detector = (claims) => {
  const pattern = /\b(\w*Warning): ?(.{5,400})/
  const shown = claims.printed.filter((c) => pattern.test(c.text))
  const first = shown[0]
  const match = first === undefined ? null : pattern.exec(first.text)
  if (match === null) return []
  const about = saying(claims, /\bwarn\w*/i, /\balso\b|\bdon['’]t use|\bno warning/i)
  return [
    {
      symptom: {
        kind: 'warning',
        category: match[1] as string,
        message: (match[2] as string).trim(),
        lines: linesOf([...shown.slice(0, 2), ...about]),
      },
      score: 4 + strongest(about) * 1.5 + (claims.printed.length <= 3 ? 2.5 : 0),
    },
  ]
}
