import type { Symptom } from '../../shared/symptom.ts'
import type { ReportParts } from './parts.ts'
import { sectioned } from './sections.ts'
import { claimsOf } from './symptoms/claims.ts'
import { degradedMetric } from './symptoms/degraded-metric.ts'
import type { Detector } from './symptoms/detector.ts'
import { exception } from './symptoms/exception.ts'
import { hang } from './symptoms/hang.ts'
import { memoryGrowth } from './symptoms/memory-growth.ts'
import { nan } from './symptoms/nan.ts'
import { noLearning } from './symptoms/no-learning.ts'
import { nondeterminism } from './symptoms/nondeterminism.ts'
import { processDeath } from './symptoms/process-death.ts'
import { onlyAsks } from './symptoms/request.ts'
import { slow } from './symptoms/slow.ts'
import { warning } from './symptoms/warning.ts'
import { wrongValue } from './symptoms/wrong-value.ts'

/** Of candidates that score the same, the earlier kind wins. */
const detectors: Detector[] = [
  exception,
  processDeath,
  hang,
  nan,
  memoryGrowth,
  slow,
  nondeterminism,
  noLearning,
  degradedMetric,
  warning,
  wrongValue,
]
const enough = 3

/** What the report claims, the plainest first; empty where it claims nothing that a run could show. */
export function findSymptoms(parts: ReportParts): Symptom[] {
  const claims = claimsOf({ ...parts, prose: sectioned(parts.prose, parts.title) })
  const candidates = detectors.flatMap((detect) => detect(claims)).sort((a, b) => b.score - a.score)
  if (onlyAsks(claims, candidates)) return []
  const kept = candidates.filter((c) => c.score >= enough).map((c) => c.symptom)
  return kept.filter((s, i) => kept.findIndex((other) => sameClaim(other, s)) === i)
}

function sameClaim(a: Symptom, b: Symptom): boolean {
  if (a.kind !== b.kind) return false
  return a.kind !== 'exception' || b.kind !== 'exception' || (a.type === b.type && a.message === b.message)
}
