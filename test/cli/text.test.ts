import { expect, test } from 'vitest'
import type { nextStage } from '../../src/cli/next-stage.ts'
import { bytes, positive, wholePositive } from '../../src/cli/options.ts'
import { makeProgram } from '../../src/cli/program.ts'
import { textProgress } from '../../src/cli/progress.ts'
import { safeJson, safeLine, safeText } from '../../src/cli/safe-text.ts'
import { attempted, note } from '../engine/store/events.ts'

const program = () => makeProgram('1.2.3', async () => undefined)

test('every command says what it is for, with an example', () => {
  for (const command of program().commands) {
    let help = ''
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
    expect(help, command.name()).toMatch(/\nExamples?:\n {2}(gh .*)?repgen /)
  }
})

test('where an exit code means a verdict, the help says which', () => {
  for (const name of ['reproduce', 'resume', 'verify']) {
    let help = ''
    const command = program().commands.find((c) => c.name() === name)
    command?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp()
    expect(help).toContain('0 reproduced, 1 not reproduced, 2 blocked, 3 different failure, 4 inconclusive')
  }
})

test('sizes and numbers', () => {
  expect(['512', '1K', '4G', '1.5g', '2GiB', '3MB'].map(bytes)).toEqual([
    512,
    1024,
    2 ** 32,
    1.5 * 2 ** 30,
    2 ** 31,
    3 * 2 ** 20,
  ])
  for (const wrong of ['', '0', '-1', '4X', '4GG', 'G', '1e9', '9999999999T'])
    expect(() => bytes(wrong), wrong).toThrow()
  expect([positive('0.5'), wholePositive('12')]).toEqual([0.5, 12])
  for (const wrong of ['0', '-1', 'x', '', 'Infinity', 'NaN']) expect(() => positive(wrong), wrong).toThrow()
  expect(() => wholePositive('1.5')).toThrow()
})

test('text keeps its lines, loses its colours and shows what a terminal would obey', () => {
  expect(safeText('a\tb\r\nc\rd')).toBe('a\tb\nc\nd')
  expect(safeText('\u001b[31mred\u001b[0m')).toBe('red')
  expect(safeText('\u001b]0;title\u0007 \u009b2J \u202e')).toBe('\\x1b]0;title\\x07 \\x9b2J \\x202e')
  expect(safeLine(' a\n b\t c ')).toBe('a b c')
  expect(safeText('привет 你好 é')).toBe('привет 你好 é')
})

test('JSON says the same without what a terminal would obey', () => {
  const value = { text: '\u001b[2J\u009b\u007f\u202e\r\n' }
  expect(safeJson(value)).toMatch(/^[\x20-\x7e]*$/)
  expect(JSON.parse(safeJson(value))).toEqual(value)
  expect(JSON.parse(safeJson(value, 2))).toEqual(value)
})

const stored = (event: Parameters<typeof nextStage>[0]) => ({ caseId: 'x', sequence: 1, version: 1, at: '', event })

test('on a terminal the last line says what is being done, and makes room for the rest', () => {
  let written = ''
  {
    using progress = textProgress((text) => (written += text), { showOutput: true, liveColumns: () => 30 })
    progress.onEvent(stored(attempted('a1')))
    progress.onOutput({ attemptId: 'a1', run: 'bare', stream: 'stdout', text: 'half' })
    progress.onEvent(stored(note('then')))
  }
  const screen = written.split('\r\u001b[K')
  expect(screen[1]).toMatch(/checking a1 0\.\d s$/)
  expect(screen.slice(2).join('')).toMatch(/^ {4}half\nnote {8}then\n$/)
})

test('piped, nothing but lines is written', () => {
  let written = ''
  {
    using progress = textProgress((text) => (written += text), { showOutput: true, liveColumns: null })
    progress.onOutput({ attemptId: 'a1', run: 'bare', stream: 'stdout', text: 'one\ntw' })
    progress.onOutput({ attemptId: 'a1', run: 'bare', stream: 'stdout', text: 'o\nthree' })
  }
  expect(written).toBe('    one\n    two\n    three\n')
})
