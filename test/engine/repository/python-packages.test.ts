import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importPaths, moduleName, repositorySymbols } from '../../../src/engine/repository/python-packages.ts'

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'packages-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

describe('repositorySymbols', () => {
  it('reads a package, its symbols and the entry scripts', async () => {
    const folder = folderWith({
      'setup.py': 'from setuptools import setup\nsetup()\n',
      'train.py': 'import argparse\nif __name__ == "__main__":\n    pass\n',
      'vision/__init__.py': '',
      'vision/models/__init__.py': 'DEFAULT = 1\n',
      'vision/models/resnet.py': 'class ResNet:\n    pass\ndef resnet18():\n    pass\n',
      'tests/test_resnet.py': 'def test_it(): pass\n',
      '.venv/lib/evil.py': 'x = 1\n',
      'broken.py': 'def f(:\n\x00\nclass Fine: pass\n',
    })
    const found = await repositorySymbols(folder)
    expect(found.roots).toEqual(['broken', 'train', 'vision'])
    expect(found.paths).toEqual(['.'])
    expect(found.scripts).toEqual(['train.py'])
    expect(found.files).not.toContain('.venv/lib/evil.py')
    expect(found.modules.find((m) => m.module === 'vision.models.resnet')).toEqual({
      module: 'vision.models.resnet',
      file: 'vision/models/resnet.py',
      symbols: [
        { name: 'ResNet', kind: 'class', line: 1 },
        { name: 'resnet18', kind: 'function', line: 3 },
      ],
    })
    expect(found.modules.find((m) => m.module === 'vision.models')?.symbols[0]?.name).toBe('DEFAULT')
    expect(found.modules.find((m) => m.module === 'broken')?.symbols.map((s) => s.name)).toContain('Fine')
  })

  it('gives nothing for a folder without Python', async () => {
    expect(await repositorySymbols(folderWith({ 'README.md': 'x' }))).toEqual({
      roots: [],
      paths: [],
      modules: [],
      files: [],
      scripts: [],
    })
  })
})

describe('importPaths', () => {
  it('finds the src layout and packages deeper down, and leaves out those of tests', () => {
    expect(importPaths(['src/pkg/__init__.py', 'src/pkg/a.py', 'setup.py'])).toEqual(['src', '.'])
    expect(importPaths(['python/pkg/__init__.py', 'tests/unit/helpers/__init__.py'])).toEqual(['.', 'python'])
  })

  it('names a module from the deepest path that holds it', () => {
    expect(moduleName('src/pkg/__init__.py', ['src', '.'])).toBe('pkg')
    expect(moduleName('scripts/train.py', ['src', '.'])).toBe('scripts.train')
    expect(moduleName('my-scripts/train.py', ['.'])).toBeNull()
  })
})
