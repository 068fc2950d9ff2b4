import { randomInt } from 'node:crypto'

const letters = 'abcdefghjkmnpqrstvwxyz23456789'

/** A short name that a person can type: month and day, then five letters that are hard to confuse. */
export function newCaseId(now = new Date()): string {
  const day = now.toISOString().slice(5, 10).replace('-', '')
  const rest = Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')
  return `${day}-${rest}`
}
