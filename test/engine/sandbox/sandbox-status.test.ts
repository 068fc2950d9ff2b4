import { expect, it } from 'vitest'
import { type LinuxFacts, linuxStatus } from '../../../src/engine/sandbox/sandbox-status.ts'

const facts: LinuxFacts = {
  version: '0.9.0',
  missing: [],
  failure: 'bwrap: setting up uid map: Permission denied',
  apparmorRestriction: null,
  usernsClone: null,
  maxUserNamespaces: '15000',
  container: false,
}

it.each<[string, Partial<LinuxFacts>, RegExp]>([
  ['bubblewrap is not installed', { version: null }, /^sudo apt-get install bubblewrap/],
  ['a part of util-linux is not there', { missing: ['/usr/bin/setpriv'] }, /install util-linux/],
  [
    'AppArmor forbids user namespaces',
    { apparmorRestriction: '1' },
    /userns,.*\/etc\/apparmor.d\/bwrap.*apparmor_parser -r/,
  ],
  ['AppArmor has the setting but does not forbid', { apparmorRestriction: '0' }, /allow this user/],
  ['the kernel forbids them to users', { usernsClone: '0' }, /sysctl -w kernel.unprivileged_userns_clone=1/],
  ['the kernel allows none', { maxUserNamespaces: '0' }, /sysctl -w user.max_user_namespaces=/],
  ['a container forbids them', { container: true, apparmorRestriction: '1' }, /--security-opt seccomp=unconfined/],
])('says how to help where %s', (_, differing, fix) => {
  const status = linuxStatus({ ...facts, ...differing })
  expect(status.works).toBe(false)
  expect(status.problem).not.toBe(null)
  expect(status.fix).toMatch(fix)
})

it('has nothing to say where it works', () => {
  expect(linuxStatus({ ...facts, failure: null })).toEqual({
    kind: 'bubblewrap',
    works: true,
    version: '0.9.0',
    problem: null,
    fix: null,
  })
})
