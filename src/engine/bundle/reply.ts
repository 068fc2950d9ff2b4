import type { CaseState } from '../../shared/case.ts'
import type { Missing } from '../../shared/verdict.ts'
import { inlineCode, prose } from './markdown-text.ts'
import { fillTemplate } from './template.ts'

/** What to ask the reporter for; null where only the person at this machine can help. */
const asks: Record<Missing['kind'], ((name: string, state: CaseState) => string) | null> = {
  package: (name) =>
    `Which version of ${inlineCode(name)} do you use, and where did you install it from? (${inlineCode(`pip show ${name}`)})`,
  file: (name) =>
    `The file ${inlineCode(name)} that the code reads, or a small one of the same form that shows the problem too.`,
  data: (name) =>
    `The data ${inlineCode(name)}, or its shapes, types and a few lines of code that make random data which shows the problem too.`,
  gpu: (name) =>
    `Whether it also happens on the CPU (${inlineCode('CUDA_VISIBLE_DEVICES= python your_script.py')}). I ran it without ${inlineCode(name)}. If it takes the GPU: the card, the driver and the CUDA version (${inlineCode('nvidia-smi')}).`,
  version: (name, { report }) =>
    `Your version of ${inlineCode(name)}${report?.environment.versions[name] === undefined ? '' : ', as the one in the report could not be had here'}, and whether the latest one shows the problem too.`,
  code: (name) =>
    `${/^(?:a |the )?script$/.test(name) ? 'A short script' : `The code of ${inlineCode(name)}, or a short script`} that shows the problem when it is run on its own, with all imports and with random data where that is enough.`,
  network: (name) =>
    `The files that the code downloads (${inlineCode(name)}), or a version of the code that needs none: runs here have no network.`,
  sandbox: null,
  interpreter: null,
}

/** REPLY.md: a draft answer that asks for exactly what is missing. Null where nothing is, or nothing that a reporter has. */
export function replyText(state: CaseState): string | null {
  const { verdict, report } = state
  if (verdict === null || (verdict.outcome !== 'blocked' && verdict.outcome !== 'inconclusive')) return null
  const missing = verdict.missing.flatMap((m) => asks[m.kind]?.(m.name, state) ?? [])
  if (missing.length === 0) return null
  const list = [...new Set([...missing, ...fromReport(state)])].map((ask) => `- ${ask}`).join('\n')
  const versions = Object.entries(report?.environment.versions ?? {})
  return fillTemplate('reply.md', {
    asks: list,
    tried:
      state.attempts.length === 0
        ? prose(verdict.reason)
        : `I tried ${state.attempts.length} ${state.attempts.length === 1 ? 'way' : 'ways'} of running it. ${prose(verdict.reason)}`,
    versions:
      versions.length === 0
        ? ''
        : `From the report I read: ${versions.map(([name, v]) => `${prose(name)} ${inlineCode(v.version)}`).join(', ')}.`,
  })
}

/** What a report should say and this one does not. */
function fromReport({ report }: CaseState): string[] {
  if (report === null) return []
  const exception = report.symptom === null && report.tracebacks.length === 0
  return [
    ...(exception
      ? ['What you see, as text: the whole error message with its traceback, or the output that is wrong.']
      : []),
    ...(report.notes.some((note) => /screenshot|image/i.test(note))
      ? ['The text of what the screenshots show, so that it can be run and compared.']
      : []),
    ...(Object.keys(report.environment.versions).length === 0
      ? [
          `Your versions: the output of ${inlineCode('python -m torch.utils.collect_env')}, or of ${inlineCode('pip freeze')}.`,
        ]
      : []),
    ...(report.symptom?.kind === 'wrong-value' && report.expected.length === 0
      ? ['What you expected instead, and why.']
      : []),
  ]
}
