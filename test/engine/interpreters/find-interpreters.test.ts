import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { findInterpreters, NotAnInterpreterError } from '../../../src/engine/interpreters/find-interpreters.ts'
import { inspectInterpreter } from '../../../src/engine/interpreters/inspect-interpreter.ts'

const system = '/usr/bin/python3'
let home: string
let env: NodeJS.ProcessEnv
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'repgen-test-home-'))
  chmodSync(home, 0o755)
  env = { HOME: home, PATH: '/usr/bin', XDG_CACHE_HOME: join(home, 'cache') }
})

function write(path: string, text: string, mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
  return path
}

/** A venv without pip, as `python -m venv` makes it. */
function makeVenv(prefix: string): string {
  execFileSync(system, ['-m', 'venv', '--without-pip', prefix])
  return join(prefix, 'bin', 'python')
}

const sitePackages = (prefix: string) => {
  const { version_info } = JSON.parse(
    execFileSync(system, ['-c', 'import json, sys; print(json.dumps({"version_info": sys.version_info[:2]}))'], {
      encoding: 'utf8',
    }),
  )
  return join(prefix, 'lib', `python${version_info.join('.')}`, 'site-packages')
}

function install(prefix: string, name: string, version: string): void {
  const folder = join(sitePackages(prefix), `${name}-${version}.dist-info`)
  write(join(folder, 'METADATA'), `Metadata-Version: 2.1\nName: ${name}\nVersion: ${version}\n`)
}

describe('finding interpreters', () => {
  it('finds the system’s once, whatever links to it, with its packages', async () => {
    mkdirSync(join(home, 'bin'))
    symlinkSync(system, join(home, 'bin', 'python3'))
    const found = await findInterpreters({
      given: null,
      repository: null,
      env: { ...env, PATH: `${home}/bin:/usr/bin:/bin` },
    })
    const mine = found.filter((i) => i.path === realpathSync(system))
    expect(mine).toHaveLength(1)
    expect(mine[0]).toMatchObject({ source: 'system', foreign: false })
    expect(mine[0]?.version).toMatch(/^3\.\d+\.\d+$/)
    expect(mine[0]?.packages.torch ?? mine[0]?.packages.numpy).toMatch(/^\d/)
  })

  it('mounts nothing of a home because of a link in it', async () => {
    mkdirSync(join(home, '.local', 'bin'), { recursive: true })
    symlinkSync(system, join(home, '.local', 'bin', 'python3'))
    const [given] = await findInterpreters({ given: join(home, '.local', 'bin', 'python3'), repository: null, env })
    expect(given?.path).toBe(realpathSync(system))
    expect(given?.prefixes.filter((p) => p.startsWith(home))).toEqual([])
  })

  it('finds a venv by VIRTUAL_ENV and mounts it with what it was made from', async () => {
    const prefix = join(home, 'work', 'venv')
    makeVenv(prefix)
    install(prefix, 'Torch_Geometric', '2.3.0')
    const found = await findInterpreters({ given: null, repository: null, env: { ...env, VIRTUAL_ENV: prefix } })
    expect(found[0]).toMatchObject({ path: join(prefix, 'bin', 'python'), source: 'venv' })
    expect(found[0]?.packages['torch-geometric']).toBe('2.3.0')
    expect(found[0]?.prefixes).toEqual([prefix, '/usr'])
  })

  it('reads versions without importing, also of packages without metadata', async () => {
    const prefix = join(home, 'venv')
    makeVenv(prefix)
    const site = sitePackages(prefix)
    write(join(site, 'torch', '__init__.py'), 'raise SystemExit("imported")')
    write(
      join(site, 'torch', 'version.py'),
      "from typing import Optional\n__version__ = '1.12.1+cu113'\ncuda: Optional[str] = '11.3'\n",
    )
    write(join(site, 'broken-1.0.dist-info', 'METADATA'), '\xff\xfe')
    const [given] = await findInterpreters({ given: prefix, repository: null, env })
    expect(given).toMatchObject({ source: 'given', packages: { torch: '1.12.1+cu113' } })
  })

  it('mounts the folders that an install in development adds', async () => {
    const prefix = join(home, 'venv')
    makeVenv(prefix)
    const source = join(home, 'project', 'src')
    mkdirSync(source, { recursive: true })
    write(join(sitePackages(prefix), 'project.pth'), `${source}\nimport sys\n/home\n/\n`)
    const [given] = await findInterpreters({ given: prefix, repository: null, env })
    expect(given?.prefixes).toEqual([prefix, '/usr', source])
  })

  it('remembers what it found until something is installed', async () => {
    const prefix = join(home, 'venv')
    makeVenv(prefix)
    const look = async () => (await findInterpreters({ given: prefix, repository: null, env }))[0]?.packages
    expect(await look()).toEqual({})
    const file = join(home, 'cache', 'repgen', 'interpreters.json')
    const remembered = JSON.parse(readFileSync(file, 'utf8'))
    remembered[join(prefix, 'bin', 'python')].interpreter.packages = { marked: '1' }
    writeFileSync(file, JSON.stringify(remembered))
    expect(await look()).toEqual({ marked: '1' })
    install(prefix, 'einops', '0.6.0')
    utimesSync(sitePackages(prefix), new Date(), new Date(Date.now() + 5000))
    expect(await look()).toEqual({ einops: '0.6.0' })
  })

  it.each(['{', '{"a": 1}', '[]', '{"/usr/bin/python3.11": {"stamp": "x"}}'])(
    'is not troubled by a broken cache: %s',
    async (text) => {
      write(join(home, 'cache', 'repgen', 'interpreters.json'), text)
      const found = await findInterpreters({ given: system, repository: null, env })
      expect(found[0]?.source).toBe('given')
    },
  )

  it('resolves a pyenv shim, which cannot start in the sandbox', async () => {
    const root = join(home, '.pyenv')
    makeVenv(join(root, 'versions', '3.99.1'))
    write(join(root, 'shims', 'python3'), '#!/bin/sh\nexit 1\n', 0o755)
    write(join(root, 'version'), '3.99\n')
    const [given] = await findInterpreters({
      given: 'python3',
      repository: null,
      env: { ...env, PATH: `${root}/shims:/usr/bin` },
    })
    expect(given?.path).toBe(join(root, 'versions', '3.99.1', 'bin', 'python3'))
  })

  it.each<[string, (folder: string) => string]>([
    ['is not there', (folder) => join(folder, 'nothing')],
    ['is no program', (folder) => write(join(folder, 'text'), 'hello')],
    ['is another program', () => '/bin/true'],
    [
      'answers nonsense',
      (folder) => write(join(folder, 'nonsense'), '#!/bin/sh\necho \'{"version": "4", "packages": {}}\'\n', 0o755),
    ],
    ['is a folder without one', (folder) => folder],
    ['is not on PATH', () => 'python-of-nobody'],
  ])('says so when the given one %s', async (_, make) => {
    const looking = findInterpreters({ given: make(home), repository: null, env })
    await expect(looking).rejects.toThrow(NotAnInterpreterError)
    await expect(looking).rejects.toThrow('--python')
  })
})

describe('an interpreter in the repository', () => {
  it('is foreign, and is only there when it was given', async () => {
    const prefix = join(home, 'clone', '.venv')
    const path = makeVenv(prefix)
    const options = { repository: join(home, 'clone'), env: { ...env, VIRTUAL_ENV: prefix } }
    expect((await findInterpreters({ given: null, ...options })).filter((i) => i.foreign)).toEqual([])
    const [given] = await findInterpreters({ given: path, ...options })
    expect(given).toMatchObject({ path, source: 'given', foreign: true, prefixes: [prefix, '/usr'] })
    const link = join(home, 'link')
    symlinkSync(join(home, 'clone'), link)
    const [linked] = await findInterpreters({ given: join(link, '.venv', 'bin', 'python'), ...options })
    expect(linked?.foreign).toBe(true)
  })

  it('cannot name folders of the home to be mounted, and is not remembered', async () => {
    const secret = join(home, 'secret')
    mkdirSync(join(secret, 'bin'), { recursive: true })
    const clone = join(home, 'clone')
    const answer = JSON.stringify({
      version: '3.11.2',
      packages: { torch: '9' },
      prefixes: [secret, home, '/root', '/etc'],
    })
    const path = write(join(clone, '.venv', 'bin', 'python'), `#!/bin/sh\necho '${answer}'\n`, 0o755)
    write(join(clone, '.venv', 'pyvenv.cfg'), `home = ${secret}/bin\n`)
    const [given] = await findInterpreters({ given: path, repository: clone, env })
    expect(given).toMatchObject({ foreign: true, packages: { torch: '9' }, prefixes: [join(clone, '.venv')] })
    rmSync(join(clone, '.venv', 'bin', 'python'))
    symlinkSync(join(secret, 'bin', 'python'), path)
    write(join(secret, 'bin', 'python'), `#!/bin/sh\necho '${answer}'\n`, 0o755)
    expect(await inspectInterpreter(path, 'given', true)).toBe(null)
    expect(() => readFileSync(join(home, 'cache', 'repgen', 'interpreters.json'), 'utf8')).not.toThrow()
    expect(readFileSync(join(home, 'cache', 'repgen', 'interpreters.json'), 'utf8')).not.toContain('clone')
  })
})
