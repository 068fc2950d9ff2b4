import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Compiled, compileScript } from '../../../src/engine/checks/compile-script.ts'
import { inspectInterpreter } from '../../../src/engine/interpreters/inspect-interpreter.ts'
import type { Interpreter } from '../../../src/shared/run.ts'

let python: Interpreter
beforeAll(async () => {
  const found = await inspectInterpreter('/usr/bin/python3', 'system', false)
  if (found === null) throw new Error('/usr/bin/python3 does not answer')
  python = found
})

async function compiled(script: string): Promise<Compiled> {
  const folder = mkdtempSync(join(tmpdir(), 'compile-'))
  writeFileSync(join(folder, 'script.py'), script)
  const answer = await compileScript(folder, python)
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

/** Names as `name:line`, the uncertain ones with a question mark. */
async function undefinedIn(script: string): Promise<string[]> {
  return (await compiled(script)).undefined.map(({ name, line, certain }) => `${name}:${line}${certain ? '' : '?'}`)
}

describe('undefined names', () => {
  it.each([
    ['builtins and the names of a module', 'print(__file__, __name__, exit, NotImplemented)', []],
    ['a name that is only deleted', 'del a\nprint(a)', ['a:2']],
    ['a comprehension', '[x for x in xs if x and y]', ['xs:1', 'y:1']],
    ['nested comprehensions', 'a = [[0]]\nprint([c for b in a for c in b], {k: v for k, v in d})', ['d:2']],
    [
      'a class body, which its methods do not see',
      'class A:\n    w = 1\n    v = w\n    def __init__(self):\n        w\nA()',
      ['w:5'],
    ],
    ['a closure', 'def f():\n    v = 1\n    def g():\n        return v + u\n    return g\nf()()', ['u:4']],
    ['a global statement', 'def f():\n    global m\n    m = 1\nf()\nprint(m)', []],
    ['defaults, decorators and annotations', '@deco\ndef f(a: T = d) -> R: pass\n', ['deco:1', 'T:2', 'd:2', 'R:2']],
    ['annotations that are not evaluated', 'from __future__ import annotations\ndef f(a: T): pass\nf(1)', []],
    ['annotations of local variables', 'def f():\n    a: T = 1\n    return a\nf()', ['T:2?']],
    ['a function that nothing calls', 'def f():\n    return q\n', ['q:2?']],
    ['a method that a base class may call', 'class A(object):\n    def forward(self):\n        return q\nA()', ['q:3']],
    ['a class that nothing uses', 'class A(object):\n    def forward(self):\n        return q\n', ['q:3?']],
    ['a star import', 'from os import *\nprint(getcwd())', ['getcwd:2?']],
    ['a name that is made at run time', 'globals().update(a=1)\nprint(a)', ['a:2?']],
    ['a caught NameError', 'try:\n    unicode\nexcept NameError:\n    pass', ['unicode:2?']],
    ['a lambda', 'f = lambda a: a + z\nf(1)', ['z:1']],
    [
      'with, for, except, walrus, match',
      'with open("x") as f, f as (a, b):\n    pass\nfor i, (j, k) in []:\n    pass\ntry:\n    pass\nexcept OSError as e:\n    e\nif (n := 1):\n    pass\nmatch n:\n    case {"k": p, **r}:\n        p, r\n    case [s, *t] | [s, t]:\n        s, t\nprint(a, b, i, j, k, n)',
      [],
    ],
    ['a star in an assignment', 'a, *b = 1, 2\nprint(a, b)', []],
    ['a name that is only augmented', 'n += 1', []],
  ])('%s', async (_, script, wanted) => {
    expect(await undefinedIn(script)).toEqual(wanted)
  })
})

describe('missing modules', () => {
  it('knows the standard library and the packages of the interpreter without importing them', async () => {
    const { imports } = await compiled(
      'import os.path, torch.nn, numpy as np, _thread, sys\nfrom . import x\nimport nosuch\n',
    )
    expect(imports).toEqual([{ module: 'nosuch', line: 3, column: 0, certain: true }])
  })

  it('is not certain of what a guard, a branch or a function may never import', async () => {
    const script =
      'try:\n    import aa\nexcept ImportError:\n    import bb\nif 0:\n    import cc\ndef f():\n    import dd\n'
    const { imports } = await compiled(script)
    expect(imports.map(({ module, certain }) => [module, certain])).toEqual([
      ['aa', false],
      ['bb', false],
      ['cc', false],
      ['dd', false],
    ])
  })
})

describe('compiling', () => {
  it('gives the syntax error of the interpreter', async () => {
    expect((await compiled('if x:\nprint(1)\n')).syntax).toMatchObject({ type: 'IndentationError', line: 2 })
  })

  it('gives warnings of the compiler', async () => {
    expect((await compiled('x = "\\d"\nprint(x is 1)\n')).warnings.map((w) => w.category)).toContain('SyntaxWarning')
  })
})
