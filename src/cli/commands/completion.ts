import type { Command } from 'commander'
import { UsageError } from '../exit-codes.ts'

/** `repgen completion SHELL`: made from the commands and options themselves. */
export function completionCommand(shell: string, program: Command): number {
  const commands = program.commands.map((c) => ({ name: c.name(), description: c.description(), options: c.options.map((o) => o.long ?? o.short ?? '') }))
  const scripts: Record<string, () => string> = { bash: () => bash(commands), zsh: () => `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`, fish: () => fish(commands) }
  const script = scripts[shell]
  if (script === undefined) throw new UsageError(`There is no completion for ${shell}: choose bash, zsh or fish.`)
  process.stdout.write(script())
  return 0
}

type Described = { name: string; description: string; options: string[] }

function bash(commands: Described[]): string {
  const cases = commands.map((c) => `    ${c.name}) words="${c.options.join(' ')}" ;;`).join('\n')
  return `_repgen() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words
  if [ "$COMP_CWORD" -eq 1 ]; then words="${commands.map((c) => c.name).join(' ')}"; else
    case "\${COMP_WORDS[1]}" in
${cases}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}
complete -o filenames -F _repgen repgen
`
}

function fish(commands: Described[]): string {
  const lines = commands.flatMap((c) => [
    `complete -c repgen -n __fish_use_subcommand -a ${c.name} -d '${c.description.replaceAll("'", "\\'")}'`,
    ...c.options.map((o) => `complete -c repgen -n '__fish_seen_subcommand_from ${c.name}' -l ${o.replace(/^--/, '')}`),
  ])
  return `${lines.join('\n')}\n`
}
