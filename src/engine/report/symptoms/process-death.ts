import { type Claim, type Detector, linesOf, plainness, saying } from './detector.ts'
import { foreignWords } from './foreign-words.ts'

const exits = String.raw`(?:exit(?:ed)?(?: \w+){0,3}|return(?:ed)? code|status|\$\?|code|gives|Code|кодом|código|Exitcode)(?: (?:is|was|of|with))?\W{0,3}`
const signals: [RegExp, string][] = [
  [
    new RegExp(
      String.raw`\bseg-?(?:mentation )?fault\w*|\bSIGSEGV\b|${exits}(?:-11|139)\b|\baccess violation\b|0xC0000005`,
      'i',
    ),
    'SIGSEGV',
  ],
  [
    new RegExp(
      String.raw`\bSIGABRT\b|\bAborted\b(?! by| the)|${exits}(?:-6|134)\b|\bterminate called\b|\bdouble free\b|\bfree\(\): invalid|\bcorrupted size vs|\bmunmap_chunk|\babort\(\)`,
    ),
    'SIGABRT',
  ],
  [new RegExp(String.raw`\bSIGFPE\b|\bfloating point exception|${exits}(?:-8|136)\b`, 'i'), 'SIGFPE'],
  [new RegExp(String.raw`\bSIGBUS\b|\bbus error\b|${exits}(?:-7|135)\b`, 'i'), 'SIGBUS'],
  [new RegExp(String.raw`\bSIGILL\b|\billegal instruction|${exits}(?:-4|132)\b`, 'i'), 'SIGILL'],
  [
    new RegExp(
      String.raw`\bKilled\b(?! by signal)|\bSIGKILL\b|${exits}(?:-9|137)\b|\boom.?killer\b|\bkilled by the (?:kernel|OS|system)`,
    ),
    'SIGKILL',
  ],
]
/** How a shell, the C library or Python says that a process died, at the beginning of a line. */
const shown =
  /^\W*(?:\w*sh: |line \d+: |\[?\d+\]? +|\[1\] +)*(?:Fatal Python error|segmentation fault|aborted|killed\W*$|bus error|illegal instruction|floating point exception|terminate called|free\(\)|double free|munmap_chunk|corrupted size|process finished with exit|.{0,80}(?:core dumped|signal \d+|SIG[A-Z]{3,4}|exit code))/i
const vague =
  /\b(?:interpreter|python|process|kernel|notebook|runtime|session|program|script)\b[^.]{0,40}\b(?:dies|died|crashes|crashed|crash|is killed|aborts|restarts)\b[^.]{0,40}\b(?:without|silently|no (?:message|error|traceback|exception)|restart\w*|hard|natively|core)\b|\bhard crash\b|\bcore dump\w*|\bcrash\w* (?:the )?(?:interpreter|python|kernel|process)\b|\bkernel (?:appears to have )?died\b/i

/** The process is ended by a signal: no exception, no traceback. */
export const processDeath: Detector = (claims) => {
  const found = signals.flatMap(([pattern, signal]) => {
    const said = saying(claims, 'process-death', pattern).filter((c) => pattern.test(c.text) || signal === 'SIGSEGV')
    const seen = claims.printed.filter(
      (c) => pattern.test(c.text) && shown.test(c.text) && !/^\s*(?:\w+\.)*\w+(?:Error|Exception):/.test(c.text),
    )
    if (said.length === 0 && seen.length === 0) return []
    const score =
      Math.max(plainness(said) + 0.8, seen.length > 0 ? 9.5 : 0) + (said.length > 0 && seen.length > 0 ? 2 : 0)
    return [candidate(signal, [...seen, ...said], score + ranks(signal))]
  })
  if (found.length > 0) return found
  const said = saying(
    { ...claims, sentences: claims.sentences.filter((c) => !foreignWords['process-death']?.test(c.text)) },
    'process-death',
    vague,
  )
  return said.length === 0 ? [] : [candidate(null, said, plainness(said) + 0.5)]
}

const candidate = (signal: string | null, said: Claim[], score: number) => ({
  symptom: { kind: 'process-death' as const, signal, lines: linesOf(said) },
  score,
})

/** `Aborted` follows a segmentation fault in some logs, and Killed may be the reporter's own doing. */
const ranks = (signal: string) => (signal === 'SIGSEGV' ? 0.3 : signal === 'SIGKILL' ? -0.2 : 0)
