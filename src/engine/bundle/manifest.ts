import { createHash } from 'node:crypto'
import { z } from 'zod'
import { outcomeSchema } from '../../shared/verdict.ts'
import { itemKinds } from './item.ts'
import { redactionKinds } from './redaction/span.ts'

/** The version of the bundle's format. A change that an older program would misread raises it. */
export const formatVersion = 1
export const manifestPath = 'manifest.json'

export const manifestSchema = z.object({
  formatVersion: z.literal(formatVersion),
  tool: z.object({ name: z.string(), version: z.string() }),
  /** ISO 8601, UTC. */
  created: z.string(),
  caseId: z.string(),
  outcome: outcomeSchema.nullable(),
  /** How often each kind was replaced by a placeholder. */
  redactions: z.partialRecord(z.enum(redactionKinds), z.number().int()),
  /** Something in the script's strings or comments was replaced, so it is not byte for byte what ran. */
  scriptRedacted: z.boolean(),
  /** What was left out or shortened, and why. */
  leftOut: z.array(z.object({ path: z.string(), bytes: z.number().int(), why: z.string() })),
  notes: z.array(z.string()),
  files: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(itemKinds),
      bytes: z.number().int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
