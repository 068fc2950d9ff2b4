import { InvalidArgumentError } from 'commander'

/** For an option that may be repeated. */
export function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value]
}

export function positive(value: string): number {
  const number = Number(value)
  if (!(number > 0 && number < Number.POSITIVE_INFINITY)) throw new InvalidArgumentError('It must be a number above 0.')
  return number
}

export function wholePositive(value: string): number {
  const number = positive(value)
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('It must be a whole number above 0.')
  return number
}

/** Bytes of a size such as 512M or 4G; without a letter, bytes. */
export function bytes(value: string): number {
  const [, number, letter = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT]?)(?:i?B)?$/i.exec(value.trim()) ?? []
  const size = Math.round(Number(number) * 1024 ** ' KMGT'.indexOf(letter.toUpperCase() || ' '))
  if (!(size >= 1 && Number.isSafeInteger(size)))
    throw new InvalidArgumentError('It must be a size such as 512M or 4G.')
  return size
}
