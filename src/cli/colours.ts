import { createColors } from 'picocolors'

const { NO_COLOR, FORCE_COLOR, TERM } = process.env
const wanted =
  FORCE_COLOR !== undefined && FORCE_COLOR !== '0' ? true : process.stdout.isTTY === true && TERM !== 'dumb'

/** Colours on a terminal, plain text when piped: a CI's variables alone do not colour a file. */
export const colours = createColors(wanted && (NO_COLOR === undefined || NO_COLOR === ''))
