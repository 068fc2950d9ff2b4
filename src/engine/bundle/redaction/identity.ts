import { homedir, hostname, userInfo } from 'node:os'

/** Who works here, as it may stand in paths and outputs. */
export type Identity = {
  users: string[]
  /** Home folders, and other folders whose path says something about the person or the machine. */
  homes: string[]
  hosts: string[]
}

/** The person and the machine that this process runs for. */
export function ownIdentity(env: NodeJS.ProcessEnv = process.env): Identity {
  const given = (names: (string | undefined)[]) => [
    ...new Set(names.filter((n): n is string => n !== undefined && n !== '')),
  ]
  return {
    users: given([userName(), env.USER, env.LOGNAME, env.USERNAME, env.SUDO_USER]),
    homes: given([homedir(), env.HOME, env.USERPROFILE]),
    hosts: given([hostname(), hostname().split('.')[0], env.HOSTNAME, env.COMPUTERNAME]),
  }
}

function userName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    // A container's numeric user has no name.
    return undefined
  }
}

/**
 * Words that are user or host names on many machines and also stand in code, outputs and our own events. They say nothing
 * about a person, and are replaced only where a user or host name stands.
 */
const common = new Set(
  `admin administrator anonymous app apps backup batch bench bug builder build case center check checks ci client cloud cluster coder
  code colab common compute conda container control cuda daemon data debian debug default demo desktop dev developer device docker domain
  environment error event events example explorer fedora file files frame guest hello home host human image index input interpreter
  itself jenkins jovyan jupyter kaggle kernel keras label laptop learn learner learning lines linear linux local localhost login
  loss mac machine main manager master memory message metric model models module network node none nvidia object observed
  operator oracle others output package path person pipeline plan postgres private process project public python pytorch
  query reader remote report reporter repository repro reproduced research researcher root rules run runner runs sample school
  script secret server service session settings signal silent source spark stage stderr stdout steps stopped student support symptom
  system target teacher team tensor tensorflow test tester testing tests text theano title token torch train trainer training ubuntu
  unknown user username users value vector venv verdict version vscode warning weight weights windows work worker workspace
  workstation world`.split(/\s+/),
)

/** A name that may be replaced wherever it stands as a word. Short and common ones would take ordinary text with them. */
export function isDistinctive(name: string): boolean {
  return name.length >= 5 && !common.has(name.toLowerCase()) && /[A-Za-z]/.test(name)
}

/** Account names that say nothing, as examples and containers have them. */
export const isGenericAccount = (name: string) =>
  /^(?:user(?:name|s)?|ubuntu|root|runner|jovyan|vscode|coder|me|you|your.{0,20}|my.?(?:user|name)|xxx+|name|foo|bar|example|public|shared|guest|default|all users|\.+|\*+|_+|x+)$/i.test(
    name,
  )
