const clearLine = '\r\u001b[K'
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const redrawMilliseconds = 100

/** The last line of a terminal: what is being done now, and for how long. */
export class LiveLine implements Disposable {
  readonly #write: (text: string) => void
  readonly #columns: () => number
  readonly #timer: NodeJS.Timeout
  #text: string | null = null
  #since = 0
  #drawn = false

  constructor(write: (text: string) => void, columns: () => number) {
    this.#write = write
    this.#columns = columns
    this.#timer = setInterval(() => this.draw(), redrawMilliseconds)
    // It alone is no reason to go on.
    this.#timer.unref()
  }

  /** What is being done from now on; null for nothing. The same again goes on with its time. */
  set(text: string | null): void {
    if (text === this.#text) return
    this.#text = text
    this.#since = performance.now()
  }

  draw(): void {
    if (this.#text === null) return
    const seconds = (performance.now() - this.#since) / 1000
    const frame = frames[Math.floor(seconds * 10) % frames.length]
    this.#write(`${clearLine}${`${frame} ${this.#text} ${seconds.toFixed(1)} s`.slice(0, this.#columns() - 1)}`)
    this.#drawn = true
  }

  /** Makes room for other text. */
  clear(): void {
    if (this.#drawn) this.#write(clearLine)
    this.#drawn = false
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
    this.#text = null
    this.clear()
  }
}
