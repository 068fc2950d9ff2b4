import { type CaseEvent, caseEventSchema, eventVersion } from '../../shared/event.ts'
import { NewerEventError } from './errors.ts'

/** Brings an event up from its version to the next; by the version that it starts from. */
export type Modernisers = Record<number, (event: unknown) => unknown>

/** Version 1 is the first. A change of an event's shape adds a function here and raises `eventVersion`. */
const modernisers: Modernisers = {}

/** An event of any version as one of today's. @throws NewerEventError for a version that this program does not know. */
export function modernise(
  event: unknown,
  version: number,
  to = eventVersion,
  by: Modernisers = modernisers,
): CaseEvent {
  if (version > to) {
    throw new NewerEventError(
      `This case was written by a newer RepGen (events of version ${version}; this one knows ${to}). Update RepGen to open it.`,
    )
  }
  let current = event
  for (let from = version; from < to; from += 1) {
    const step = by[from]
    if (step === undefined) throw new Error(`nothing brings events of version ${from} up to ${from + 1}`)
    current = step(current)
  }
  return caseEventSchema.parse(current)
}
