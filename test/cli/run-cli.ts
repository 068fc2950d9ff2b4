import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleChild } from '../processes/bundle-child.ts'

export type Ended = { code: number | null; stdout: string; stderr: string }

let built: Promise<string> | undefined

/** The real command, with a home of its own that is gone afterwards. */
export class Cli implements Disposable {
  readonly home = mkdtempSync(join(tmpdir(), 'repgen-cli-'))
  readonly file: string

  private constructor(file: string) {
    this.file = file
  }

  static async build(): Promise<Cli> {
    built ??= bundleChild('src/cli/main.ts')
    return new Cli(await built)
  }

  start(...args: string[]): ChildProcessWithoutNullStreams {
    const env = { ...process.env, REPGEN_HOME: this.home, NO_COLOR: '1' }
    return spawn(process.execPath, [this.file, ...args], { env, cwd: this.home })
  }

  async run(...args: string[]): Promise<Ended> {
    return await ended(this.start(...args))
  }

  write(name: string, text: string | Buffer): string {
    const file = join(this.home, name)
    writeFileSync(file, text)
    return file
  }

  [Symbol.dispose](): void {
    rmSync(this.home, { recursive: true, force: true })
  }
}

export async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.end()
  const [code] = await once(child, 'close')
  return { code: code as number | null, stdout, stderr }
}

/** A report of a crash that Python alone shows. `before` runs first. */
export function crashReport(before = '', title = 'Widths do not add up'): string {
  return `# ${title}

\`\`\`python
${before}def widen(sizes, by):
    return [size + by for size in sizes]

print(widen([1, 2], '3'))
\`\`\`

It fails with

\`\`\`
Traceback (most recent call last):
  File "widen.py", line 4, in <module>
    print(widen([1, 2], '3'))
  File "widen.py", line 2, in widen
    return [size + by for size in sizes]
TypeError: unsupported operand type(s) for +: 'int' and 'str'
\`\`\`

I expected \`[4, 5]\`.
`
}
