import type { Command } from 'commander'
import { UsageError } from '../exit-codes.ts'

/** `repgen completion SHELL`: made from the commands and options themselves. */
export function completionCommand(shell: string, program: Command): number {
  const script = completionScript(shell, program)
  if (script === null) throw new UsageError(`There is no completion for ${shell}: choose bash, zsh or fish.`)
  process.stdout.write(script)
  return 0
}

type Described = {
  name: string
  description: string
  options: { long: string; description: string }[]
  takesCase: boolean
}

/** Null for a shell that there is no completion for. */
export function completionScript(shell: string, program: Command): string | null {
  const commands = program.commands.map(
    (c): Described => ({
      name: c.name(),
      description: c.description(),
      options: c.options
        .filter((o) => !o.hidden)
        .map((o) => ({ long: o.long ?? o.short ?? '', description: o.description })),
      takesCase: c.registeredArguments.some((a) => /^ids?$/.test(a.name())),
    }),
  )
  if (shell === 'bash') return bash(commands)
  if (shell === 'zsh') return `#compdef repgen\nautoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`
  return shell === 'fish' ? fish(commands) : null
}

function bash(commands: Described[]): string {
  const options = commands.map((c) => `      ${c.name}) options="${c.options.map((o) => o.long).join(' ')}" ;;`)
  const withCase = commands.filter((c) => c.takesCase).map((c) => c.name)
  return `_repgen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" options=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map((c) => c.name).join(' ')} --help --version" -- "$current"))
  elif [ "\${current:0:1}" = - ]; then
    case "$command" in
${options.join('\n')}
    esac
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    case "$command" in
      ${withCase.join('|')}) COMPREPLY=($(compgen -W "$(repgen list --ids 2>/dev/null)" -- "$current")) ;;
      completion) COMPREPLY=($(compgen -W "bash zsh fish" -- "$current")) ;;
      *) COMPREPLY=($(compgen -f -- "$current")) ;;
    esac
  fi
}
complete -o filenames -F _repgen repgen
`
}

function fish(commands: Described[]): string {
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
  const lines = commands.flatMap((c) => {
    const inside = `complete -c repgen -n '__fish_seen_subcommand_from ${c.name}'`
    return [
      `complete -c repgen -n __fish_use_subcommand -f -a ${c.name} -d ${quoted(c.description)}`,
      ...c.options
        .filter((o) => o.long.startsWith('--'))
        .map((o) => `${inside} -l ${o.long.slice(2)} -d ${quoted(o.description)}`),
      ...(c.takesCase ? [`${inside} -f -a '(repgen list --ids 2>/dev/null)'`] : []),
    ]
  })
  return `${lines.join('\n')}\ncomplete -c repgen -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n`
}
