import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import type { Exit } from '../../shared/run.ts'

const saying = 'exec 3>&- 5>&- 6>&- 7>&2 2>&4; (exec "$@" 2>&7 4>&- 7>&-); s=$?; echo "exit $s" >&4; exit $s'

/**
 * bwrap tells a death by signal 11 and an `exit(139)` apart in nothing. So a shell of the system stands between: it says on descriptor 4 how
 * the program ended, and names the signal before that if there was one. The program has no such descriptor. (bash as `sh` names none.)
 */
export function sayingHowItEnded(): string[] {
  return [existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh', '-c', saying, 'sh']
}

/** The shell names all signals but these two. */
const unnamed = [constants.signals.SIGINT, constants.signals.SIGPIPE]

/** How the program ended, from bwrap's own end and the words of the shell inside it. */
export function exitFrom(code: number | null, signal: NodeJS.Signals | null, words: string): Exit {
  const said = /^([\s\S]*?)^exit (\d+)$/m.exec(words)
  const status = said === null ? code : Number(said[2])
  if (status === null || (said === null && signal !== null)) return { code, signal }
  const number = status - 128
  const name = Object.entries(constants.signals).find(([, one]) => one === number)?.[0]
  const named = said === null || said[1]?.trim() !== '' || unnamed.includes(number as (typeof unnamed)[number])
  return name !== undefined && named ? { code: null, signal: name } : { code: status, signal: null }
}
