export type SandboxStatus = {
  kind: 'bubblewrap' | 'seatbelt' | 'none'
  works: boolean
  version: string | null
  problem: string | null
  /** The command that helps. */
  fix: string | null
}

/** What was found out about a Linux machine's sandbox. */
export type LinuxFacts = {
  /** Of bwrap; null where it is not installed. */
  version: string | null
  /** Programs of util-linux that set limits and users, and are not there. */
  missing: string[]
  /** bwrap starts a program as a run does; null where that works, else its message. */
  failure: string | null
  /** Settings of the kernel; null where it has no such file. */
  apparmorRestriction: string | null
  usernsClone: string | null
  maxUserNamespaces: string | null
  container: boolean
}

/** Is there a sandbox, and if not, what exactly helps? */
export function linuxStatus(facts: LinuxFacts): SandboxStatus {
  const { version, missing, failure } = facts
  if (version === null) {
    const fix = 'sudo apt-get install bubblewrap (Fedora: sudo dnf install bubblewrap; Arch: sudo pacman -S bubblewrap)'
    return { kind: 'none', works: false, version, problem: 'bubblewrap is not installed', fix }
  }
  const broken = (problem: string, fix: string): SandboxStatus => ({
    kind: 'bubblewrap',
    works: false,
    version,
    problem,
    fix,
  })
  if (missing.length > 0)
    return broken(`${missing.join(' and ')} of util-linux is not installed`, 'sudo apt-get install util-linux')
  if (failure === null) return { kind: 'bubblewrap', works: true, version, problem: null, fix: null }
  return broken(`bubblewrap cannot start a program (${failure})`, fixFor(facts))
}

function fixFor({ apparmorRestriction, usernsClone, maxUserNamespaces, container }: LinuxFacts): string {
  if (maxUserNamespaces === '0') return 'sudo sysctl -w user.max_user_namespaces=15000'
  if (usernsClone === '0') return 'sudo sysctl -w kernel.unprivileged_userns_clone=1'
  if (container)
    return 'start the container with --security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN, or with --privileged'
  if (apparmorRestriction === '1') {
    return (
      "printf 'abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }\\n' | " +
      'sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap'
    )
  }
  return 'allow this user to make user namespaces, or install the package of bubblewrap that your system comes with'
}
