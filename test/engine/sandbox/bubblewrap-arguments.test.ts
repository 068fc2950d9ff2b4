import { describe, expect, it } from 'vitest'
import { type BubblewrapInput, bubblewrapArguments } from '../../../src/engine/sandbox/bubblewrap-arguments.ts'

const input: BubblewrapInput = {
  folder: '/home/me/case/work',
  cwd: '/case',
  readOnly: [{ host: '/home/me/.pyenv/versions/3.12.1', inside: '/home/me/.pyenv/versions/3.12.1' }],
  system: ['/usr', '/etc/ld.so.cache'],
  links: [['/lib', 'usr/lib']],
  devices: [],
  env: { LANG: 'C.UTF-8' },
  root: false,
  filtered: true,
  memoryBytes: 1000,
}
const text = (differing: Partial<BubblewrapInput> = {}) =>
  ` ${bubblewrapArguments({ ...input, ...differing }).join(' ')} `
const options = (name: string, differing: Partial<BubblewrapInput> = {}) => {
  const args = bubblewrapArguments({ ...input, ...differing })
  return args.flatMap((arg, i) => (arg === name ? [[args[i + 1], args[i + 2]]] : []))
}

describe('the arguments of bwrap', () => {
  it.each([
    [' --unshare-all '],
    [' --die-with-parent '],
    [' --new-session '],
    [' --clearenv '],
    [' --seccomp 5 '],
    [' --symlink usr/lib /lib '],
    [' --size 1000 --perms 1777 --tmpfs /tmp '],
    [' --size 1000 --perms 1777 --tmpfs /dev/shm '],
    [' --remount-ro / '],
    [' --setenv LANG C.UTF-8 '],
    [' --chdir /case -- '],
  ])('hold%s', (part) => expect(text()).toContain(part))

  it('share no namespace but that of users for root, who gives the run a user of its own', () => {
    for (const kind of ['ipc', 'pid', 'net', 'uts']) expect(text({ root: true })).toContain(` --unshare-${kind} `)
    expect(options('--cap-add', { root: true }).map(([name]) => name)).toEqual([
      'CAP_SETUID',
      'CAP_SETGID',
      'CAP_SETPCAP',
    ])
    expect(options('--cap-add')).toEqual([])
  })

  it('make one folder writable, and mount the rest path by path', () => {
    expect(options('--bind')).toEqual([['/home/me/case/work', '/case']])
    const readable = options('--ro-bind').map(([, inside]) => inside)
    expect(readable).toEqual(['/usr', '/etc/ld.so.cache', '/home/me/.pyenv/versions/3.12.1'])
    expect(text()).not.toMatch(/ (--bind|--ro-bind|--dev-bind) (\/|\/home|\/home\/me|\/run|\/etc|\/root) /)
  })

  it('open no device of the machine unless devices are named', () => {
    expect(options('--dev-bind')).toEqual([])
    expect(options('--dev-bind', { devices: ['/dev/nvidia0', '/dev/nvidia-caps'] })).toEqual([
      ['/dev/nvidia0', '/dev/nvidia0'],
      ['/dev/nvidia-caps', '/dev/nvidia-caps'],
    ])
  })

  it('make the folders above a mount readable for the run, also below the private /tmp', () => {
    const made = options('--dir', { readOnly: [{ host: '/x', inside: '/tmp/venvs/one' }] }).map(([path]) => path)
    expect(made).toEqual(['/etc', '/etc', '/tmp/venvs'])
    expect(text({ readOnly: [{ host: '/x', inside: '/tmp/venvs/one' }] })).toMatch(
      /--tmpfs \/tmp .*--dir \/tmp\/venvs .*--ro-bind \/x/,
    )
  })
})
