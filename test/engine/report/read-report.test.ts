import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { ReportUnreadableError, readReport } from '../../../src/engine/report/read-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'reports-'))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
function file(name: string, content: string | Buffer): string {
  count += 1
  const own = join(folder, String(count))
  mkdirSync(own)
  writeFileSync(join(own, name), content)
  return join(own, name)
}

const issue = (fields: object) => JSON.stringify({ title: 'A title', body: 'A body', ...fields })

describe('a report is read', () => {
  it('from a Markdown file, with LF and without a BOM', async () => {
    const read = await readReport(file('bug.md', '\ufeff# A\r\n\r\nb\rc\n'))
    expect(read).toEqual({ name: 'bug.md', title: null, text: '# A\n\nb\nc\n', origin: 'markdown', notes: [] })
  })

  it('from standard input', async () => {
    const read = await readReport('-', Readable.from(['torch ', Buffer.from('is broken')]))
    expect(read.text).toBe('torch is broken')
  })

  it('from a folder, where a report goes before a README', async () => {
    const path = file('bug_report_4.txt', 'the report')
    writeFileSync(join(path, '../README.md'), 'the project')
    expect((await readReport(join(path, '..'))).text).toBe('the report')
    rmSync(path)
    expect((await readReport(join(path, '..'))).text).toBe('the project')
  })

  it('but never through a link that a folder holds', async () => {
    const path = file('secret', 'secret')
    const own = join(path, '../inner')
    mkdirSync(own)
    symlinkSync(path, join(own, 'report.md'))
    await expect(readReport(own)).rejects.toThrow(/holds no report/)
  })

  it('from the JSON of an issue, with comments below the body', async () => {
    const comments = [{ body: 'me too', user: { login: 'ann' }, created_at: '2024-01-02' }, { body: null }]
    const read = await readReport(file('issue.json', issue({ comments })))
    expect(read.title).toBe('A title')
    expect(read.text).toBe('A body\n\n---\n\n*Comment of ann, 2024-01-02*\n\nme too')
  })

  it('from an array of the issue and its comments, where other issues are no comments', async () => {
    const more = [{ body: 'later' }, { title: 'Another', body: 'unrelated' }]
    const read = await readReport(file('issue.json', JSON.stringify([JSON.parse(issue({ comments: 1 })), ...more])))
    expect(read.text).toContain('later')
    expect(read.text).not.toContain('unrelated')
  })

  it('from JSON whose body is null', async () => {
    expect((await readReport(file('issue.json', issue({ body: null })))).text).toBe('')
  })

  it('as Markdown where it only begins like JSON', async () => {
    const read = await readReport(file('bug.md', '[BUG] it fails\n\n{not json}'))
    expect(read.origin).toBe('markdown')
  })

  it('in UTF-16, and in an encoding of old, with a note', async () => {
    const wide = await readReport(file('a.txt', Buffer.from('\ufeffweiß nicht', 'utf16le')))
    expect(wide.text).toBe('weiß nicht')
    expect(wide.notes).toHaveLength(1)
    const old = await readReport(file('a.txt', Buffer.from('weiß nicht', 'latin1')))
    expect(old.text).toBe('weiß nicht')
    expect(old.notes[0]).toMatch(/UTF-8/)
  })

  it('up to a length, with a note of where it was cut', async () => {
    const read = await readReport(file('long.md', 'a line of the log\n'.repeat(300_000)))
    expect(read.text.length).toBeLessThanOrEqual(2_000_000)
    expect(read.notes[0]).toMatch(/up to line \d+/)
  })
})

describe('what is no report is refused with what to do', () => {
  const refused: [string, () => string, RegExp][] = [
    ['a path that does not exist', () => join(folder, 'nothing.md'), /does not exist. Give the path/],
    ['an empty folder', () => mkdtempSync(join(folder, 'empty-')), /holds no report. Put it there as report.md/],
    ['an empty file', () => file('a.md', ' \n'), /is empty/],
    ['a binary file', () => file('a.md', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1])), /is a binary file/],
    ['broken JSON', () => file('issue.json', '{"title": '), /no valid JSON/],
    ['JSON of another shape', () => file('issue.json', '{"name": "x"}'), /no issue of GitHub/],
    ['JSON that is a list of nothing', () => file('issue.json', '[]'), /no issue of GitHub/],
    ['JSON that is no object', () => file('issue.json', '[1, "a", null]'), /no issue of GitHub/],
    ['a file that is too large', () => file('a.md', Buffer.alloc(50_000_001, 'a')), /MB/],
    ['a link that leads back to itself', () => loop(), /leads back to itself/],
    ['a device', () => '/dev/null', /neither a file nor a folder/],
  ]
  it.each(refused)('%s', async (_, path, message) => {
    const reading = readReport(path())
    await expect(reading).rejects.toThrow(message)
    await expect(reading).rejects.toBeInstanceOf(ReportUnreadableError)
  })
})

function loop(): string {
  const path = join(mkdtempSync(join(folder, 'loop-')), 'a.md')
  symlinkSync(path, path)
  return path
}
