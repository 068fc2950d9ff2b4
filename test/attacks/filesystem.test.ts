import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attempts, prelude, succeeded, token } from './attempts.ts'
import { runAttack } from './run-attack.ts'

const word = token()
let outside: string
let home: string

beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'repgen-outside-'))
  home = mkdtempSync(join(homedir(), '.repgen-attack-'))
  for (const folder of [outside, home]) writeFileSync(join(folder, `${word}.txt`), `secret ${word}`)
})

afterAll(() => {
  for (const folder of [outside, home]) rmSync(folder, { recursive: true, force: true })
})

describe('an attack on the files of this machine', () => {
  it('cannot write outside the work folder', async () => {
    const system = ['/', '/etc', '/usr', '/usr/bin', '/usr/lib', '/usr/local', '/opt', '/var', '/boot', '/dev/shm']
    const own = [homedir(), home, outside, process.cwd(), '/root', '/tmp', '/var/tmp', '/run', '/srv', '/mnt']
    const targets = [...new Set([...system, ...own])]
    const { stdoutText } = await runAttack(`${prelude}
for folder in ${JSON.stringify(targets)}:
    attempt(folder, lambda: open(os.path.join(folder, ${JSON.stringify(word)}), 'w').write('harm'))
    attempt('make ' + folder, lambda: (os.makedirs(folder), open(os.path.join(folder, ${JSON.stringify(word)}), 'w').write('harm')))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(2 * targets.length)
    expect(targets.filter((folder) => existsSync(join(folder, word)))).toEqual([])
    expect(succeeded(stdoutText).filter((name) => /\/usr/.test(name) && !name.startsWith('make'))).toEqual([])
  })

  it('cannot change or remove what is mounted for the interpreter', async () => {
    const { stdoutText } = await runAttack(`${prelude}
target = os.__file__
attempt('append', lambda: open(target, 'a'))
attempt('remove', lambda: os.remove(target))
attempt('rename', lambda: os.rename(target, target + '.old'))
attempt('mode', lambda: os.chmod(target, 0o777))
attempt('owner', lambda: os.chown(target, os.getuid(), os.getgid()))
attempt('time', lambda: os.utime(target, (1, 1)))
attempt('extended attribute', lambda: os.setxattr(target, 'user.x', b'y'))
attempt('append to the interpreter', lambda: open(os.path.realpath(sys.executable), 'ab'))
attempt('write', lambda: open(os.path.join(os.path.dirname(target), 'sitecustomize.py'), 'w'))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(9)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('cannot read the home folder, passwords or our own sources', async () => {
    const folders = [...new Set([homedir(), '/root', '/home', process.cwd(), outside])]
    const files = ['/etc/shadow', '/root/.bashrc', '/root/.ssh/id_rsa', join(process.cwd(), 'package.json')]
    const { stdoutText } = await runAttack(`${prelude}
for file in ${JSON.stringify([...files, join(home, `${word}.txt`), join(outside, `${word}.txt`)])}:
    attempt(file, lambda: open(file).read())
for folder in ${JSON.stringify(folders)}:
    attempt('list ' + folder, lambda: [n for n in os.listdir(folder)] or 1 / 0)
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(files.length + 2 + folders.length)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('cannot find a file of the host anywhere in what it sees', async () => {
    const { stdoutText } = await runAttack(`${prelude}
word = ${JSON.stringify(word.slice(0, -4))} + ${JSON.stringify(word.slice(-4))}
seen = 0
for folder, folders, files in os.walk('/', onerror=lambda e: None):
    if folder == '/proc': folders.clear()
    seen += len(files)
    for file in files:
        if word in file: print('FOUND', os.path.join(folder, file))
print('SEEN', seen)
`)
    expect(stdoutText).toMatch(/SEEN \d{3,}/)
    expect(stdoutText).not.toContain('FOUND')
  })

  it('cannot leave the work folder through its parent, and sees no output or database of ours there', async () => {
    const { stdoutText, folder } = await runAttack(`${prelude}
attempt('write', lambda: open('../${word}', 'w').write('harm'))
attempt('far', lambda: open('../../../../../../${word}', 'w').write('harm'))
for up in ('..', '../..', '../../..'):
    for name in os.listdir(up):
        if name.endswith(('.sqlite', '.db', '.jsonl', '.log')) or 'stdout' in name or 'stderr' in name: print('SEEN', up, name)
print('END')
`)
    expect(stdoutText).toContain('END')
    expect(stdoutText).not.toContain('SEEN')
    for (let up = dirname(folder); up !== dirname(up); up = dirname(up)) expect(existsSync(join(up, word))).toBe(false)
  })

  it('leaves symbolic links that lead nowhere for us: the output is what was printed', async () => {
    const { stdoutText, folder } = await runAttack(`${prelude}
for name in list(os.listdir('.')) + ['stdout', 'stderr', 'stdout.txt', 'stderr.txt', 'result.json', 'observation.jsonl', 'core']:
    try:
        if os.path.lexists(name): os.remove(name)
        os.symlink(${JSON.stringify(join(outside, `${word}.txt`))}, name)
    except OSError: pass
os.symlink('/', 'root')
print('END')
`)
    expect(stdoutText.trim()).toBe('END')
    expect(readFileSync(join(outside, `${word}.txt`), 'utf8')).toBe(`secret ${word}`)
    expect(lstatSync(join(folder, 'root')).isSymbolicLink()).toBe(true)
  })

  it('cannot make a hard link to a mounted file', async () => {
    const { stdoutText } = await runAttack(`${prelude}
attempt('library', lambda: os.link(os.__file__, 'mine.py'))
attempt('interpreter', lambda: os.link(os.path.realpath(sys.executable), 'python'))
attempt('through a descriptor', lambda: os.link('/proc/self/exe', 'exe', follow_symlinks=True))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(3)
    expect(succeeded(stdoutText)).toEqual([])
  })

  it('cannot leave a file that runs as somebody else', async () => {
    const { stdoutText, folder } = await runAttack(`${prelude}
import shutil
shutil.copy(os.path.realpath(sys.executable), 'python')
attempt('setuid', lambda: os.chmod('python', 0o6755))
attempt('owner', lambda: os.chown('python', 0, 0))
attempt('capability', lambda: os.setxattr('python', 'security.capability', struct.pack('<IIIII', 0x02000001, 0xffffffff, 0, 0xffffffff, 0)))
`)
    expect(Object.keys(attempts(stdoutText))).toHaveLength(3)
    const { mode, uid } = statSync(join(folder, 'python'))
    // A set-uid file gives nothing where it belongs to a user without rights, or where nobody else can reach it.
    expect((mode & 0o6000) !== 0 && (uid === 0 || (statSync(folder).mode & 0o007) !== 0)).toBe(false)
    expect(attempts(stdoutText).capability?.outcome).toBe('refused')
  })

  it('may give files any name, and we still read the result', async () => {
    const { stdoutText, folder } = await runAttack(`${prelude}
for name in [b'-rf', b'new\\nline', b'\\xff\\xfe', b'\\x1b]0;title\\x07', b' ', b'a' * 255, b'$(touch x)', b'"; rm -rf .']:
    open(name, 'wb').close()
os.mkfifo('pipe')
deep = '.'
for i in range(300): os.mkdir('d'); os.chdir('d')
print('END')
`)
    expect(stdoutText).toContain('END')
    expect(readdirSync(folder).length).toBeGreaterThan(8)
  })
})
