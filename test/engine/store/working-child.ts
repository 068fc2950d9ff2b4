import { writeSync } from 'node:fs'
import { Store } from '../../../src/engine/store/store.ts'
import { attempted, ran } from './events.ts'

/**
 * Works on a case as the loop does: an attempt, its run's output as a file, then the event that mentions it; goes on where the
 * events end. Says on standard output what is done, after it is: `event N`, `file N`. Stops for ever after the file of run
 * `stopAfterFile`, before its event.
 */
const [folder = '', id = '', steps = '0', stopAfterFile = ''] = process.argv.slice(2)
const say = (text: string) => writeSync(1, `${text}\n`)

const store = new Store(folder)
store.lease(id)
say('ready')
for (let at = store.state(id).sequence; at < Number(steps); at += 1) {
  const n = Math.ceil(at / 2)
  if (at % 2 === 1) say(`event ${store.append(id, attempted(`a${n}`, outputOf(n))).sequence}`)
  else {
    store.writeFile(id, `runs/a${n}/stdout.txt`, outputOf(n))
    say(`file ${n}`)
    if (String(n) === stopAfterFile) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    say(`event ${store.append(id, ran(`a${n}`, `a${n}`, outputOf(n))).sequence}`)
  }
}
say('done')

function outputOf(n: number): string {
  return `${`output of run ${n}\n`.repeat(n % 10 === 0 ? 20_000 : 50)}end\n`
}
