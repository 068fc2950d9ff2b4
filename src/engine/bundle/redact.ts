import type { Identity } from './redaction/identity.ts'
import { type Redacted, Redactor } from './redaction/redactor.ts'

/** Replaces names, hosts, addresses and secrets in one text. Redacting the result again changes nothing. Time is linear in the text. */
export function redact(text: string, identity: Identity, item = 'text'): Redacted {
  return new Redactor(identity).redact(text, { item })
}
