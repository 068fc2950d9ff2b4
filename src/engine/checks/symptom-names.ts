import type { Symptom } from '../../shared/symptom.ts'

/** Last part of the exception's type where the symptom is one: `torch.cuda.OutOfMemoryError` gives `OutOfMemoryError`. */
export function exceptionType(symptom: Symptom | null): string | null {
  return symptom?.kind === 'exception' ? (symptom.type.split('.').at(-1) ?? null) : null
}

/** Names in quotes in the exception's message. */
export function quotedNames(symptom: Symptom | null): Set<string> {
  const message = symptom?.kind === 'exception' ? symptom.message : ''
  return new Set([...message.matchAll(/['"`‘]([^'"`’\s]+)['"`’]/g)].map((match) => match[1] as string))
}

/** The report is about this name being undefined: defining it would repair the bug instead of showing it. */
export function isReportedUndefined(name: string, symptom: Symptom | null): boolean {
  return /^(?:NameError|UnboundLocalError)$/.test(exceptionType(symptom) ?? '') && quotedNames(symptom).has(name)
}

/** The report is about this module (or a part of it) not being found. */
export function isReportedImport(module: string, symptom: Symptom | null): boolean {
  if (!/^(?:ImportError|ModuleNotFoundError)$/.test(exceptionType(symptom) ?? '')) return false
  const root = module.split('.')[0]
  return [...quotedNames(symptom)].some((name) => name.split('.')[0] === root)
}
