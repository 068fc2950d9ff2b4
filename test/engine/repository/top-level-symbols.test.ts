import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Node } from 'web-tree-sitter'
import { PythonSource } from '../../../src/engine/python/source.ts'
import { outlineModule } from '../../../src/engine/repository/top-level-symbols.ts'

const names = (text: string) => outlineModule(text).symbols.map(({ name, kind, line }) => `${kind} ${name} ${line}`)

describe('outlineModule', () => {
  it('lists classes, functions and values with their lines, and hides what is inside them', () => {
    const text = [
      '"""def not_me(): pass',
      'class NotMe: pass',
      '"""',
      'LIMIT: int = 3',
      '@wraps(f,',
      '  g)',
      'async def load(path,',
      '               size=(1, 2)):',
      '    inner = 1',
      '    def nested(): pass',
      'class Net(nn.Module):',
      '    width = 4',
      "x = y = '#'  # z = 3",
      'x == 3',
      'call(k=',
      'v)',
    ].join('\n')
    expect(names(text)).toEqual(['value LIMIT 4', 'function load 7', 'class Net 11', 'value x 13'])
  })

  it('sees into blocks that run at import', () => {
    const text =
      'try:\n    from a import b\nexcept ImportError:\n    b = None\n    def fallback():\n        c = 1\nif X:\n  class D: pass\n'
    expect(names(text)).toEqual(['value b 4', 'function fallback 5', 'class D 8'])
  })

  it('goes on behind what is broken', () => {
    expect(names('x = (1,\ndef f():\n  pass\ny = "open\nclass A: pass\n')).toEqual([
      'value x 1',
      'function f 2',
      'value y 4',
      'class A 5',
    ])
  })

  it('knows a script by its main guard or its argument parser', () => {
    expect(outlineModule('if __name__ == "__main__":\n    main()\n').script).toBe(true)
    expect(outlineModule('import argparse\np = argparse.ArgumentParser()\n').script).toBe(true)
    expect(outlineModule('def main(): pass\n').script).toBe(false)
  })

  it('agrees with tree-sitter on the standard library of the machine', async () => {
    const folder = '/usr/lib/python3.11'
    for (const file of readdirSync(folder).filter((name) => /^[a-d].*\.py$/.test(name))) {
      const text = readFileSync(join(folder, file), 'utf8')
      using source = await PythonSource.parse(text)
      const wanted = source.root.namedChildren.flatMap((node) => definitionsOf(node))
      const got = outlineModule(text).symbols.map((s) => s.name)
      expect({ file, missed: wanted.filter((name) => !got.includes(name)) }).toEqual({ file, missed: [] })
    }
  })
})

function definitionsOf(node: Node | null): string[] {
  const inner = node?.type === 'decorated_definition' ? node.childForFieldName('definition') : node
  const name = /^(function|class)_definition$/.test(inner?.type ?? '')
    ? inner?.childForFieldName('name')?.text
    : undefined
  return name === undefined ? [] : [name]
}
