import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { exitCodes, exitCodesHelp, UsageError } from './exit-codes.ts'
import type { ReproduceOptions } from './commands/reproduce.ts'

const program = new Command('repgen')
  .description('Turns a deep-learning bug report into a script that shows the bug, by really running it. Nothing leaves this machine.')
  .version('0.1.0')
  .addHelpText('after', exitCodesHelp)
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) })

const home = () => new Option('--home <dir>', 'where cases are kept (default: REPGEN_HOME, else ~/.local/share/repgen)')
const json = () => new Option('--json', 'JSON lines instead of text')

program
  .command('reproduce')
  .argument('<report>', 'Markdown or text file, issue JSON, folder, or - for standard input')
  .description('reproduce the bug of a report')
  .option('--repo <dir>', 'clone of the project that the report is about; it is only read')
  .option('--revision <rev>', 'revision of the clone (default: what the report names, else HEAD)')
  .option('--python <path>', 'interpreter to use (default: the one that fits the report best)')
  .option('--data <dir>', 'folder with data, mounted read-only at /data; may be repeated', collect)
  .option('--weights <dir>', 'folder with weights, mounted read-only as HF_HOME and TORCH_HOME; may be repeated', collect)
  .option('--no-model', 'rules only (there is no model yet, so this is always so)')
  .option('--gpu', 'let runs use the GPU')
  .option('--allow-unsandboxed', 'run this case without a sandbox where there is none')
  .option('--max-attempts <n>', 'at most so many scripts', positive)
  .option('--timeout <seconds>', 'for the whole case', positive)
  .option('--run-timeout <seconds>', 'for one run', positive)
  .option('--memory <size>', 'for one run, for example 4G', bytes)
  .option('-q, --quiet', 'do not show what the runs print')
  .addOption(json())
  .addOption(home())
  .addHelpText('after', `${exitCodesHelp}

Examples:
  repgen reproduce report.md
  repgen reproduce issue.json --repo ~/src/project --python ~/venvs/torch2/bin/python
  gh issue view 123 --json title,body,comments | repgen reproduce - --repo . --json`)
  .action(async (report: string, options: ReproduceOptions) => done((await import('./commands/reproduce.ts')).reproduceCommand(report, options)))

program
  .command('resume')
  .argument('<id>', 'case, or the beginning of its id')
  .description('go on with a case that was stopped or killed')
  .option('-q, --quiet', 'do not show what the runs print')
  .addOption(json())
  .addOption(home())
  .addHelpText('after', '\nExample:\n  repgen resume 1130-k3f9q')
  .action(async (id: string, options) => done((await import('./commands/reproduce.ts')).resumeCommand(id, options)))

program
  .command('list')
  .description('all cases, the latest first')
  .addOption(json())
  .addOption(home())
  .addHelpText('after', '\nExample:\n  repgen list --json')
  .action(async (options) => done((await import('./commands/list.ts')).listCommand(options)))

program
  .command('show')
  .argument('<id>', 'case, or the beginning of its id')
  .description('a case: report, attempts, verdict')
  .option('--script', 'the script alone')
  .option('--report', 'the restructured report alone')
  .addOption(json())
  .addOption(home())
  .addHelpText('after', '\nExamples:\n  repgen show 1130-k3f9q\n  repgen show 1130 --script > repro.py')
  .action(async (id: string, options) => done((await import('./commands/show.ts')).showCommand(id, options)))

program
  .command('rm')
  .argument('<ids...>', 'cases')
  .description('delete cases for good')
  .addOption(home())
  .addHelpText('after', '\nExample:\n  repgen rm 1130-k3f9q')
  .action(async (ids: string[], options) => done((await import('./commands/rm.ts')).rmCommand(ids, options)))

program
  .command('doctor')
  .description('what is there, and how to get what is not')
  .addOption(json())
  .addOption(home())
  .addHelpText('after', '\nExample:\n  repgen doctor')
  .action(async (options) => done((await import('./commands/doctor.ts')).doctorCommand(options)))

program
  .command('completion')
  .argument('<shell>', 'bash, zsh or fish')
  .description('completion for a shell')
  .addHelpText('after', '\nExample:\n  repgen completion bash > ~/.local/share/bash-completion/completions/repgen')
  .action(async (shell: string) => done((await import('./commands/completion.ts')).completionCommand(shell, program)))

async function done(work: Promise<number> | number): Promise<void> {
  process.exitCode = await work
}

function collect(value: string, before: string[] | undefined): string[] {
  return [...(before ?? []), value]
}

function positive(value: string): number {
  const number = Number(value)
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.')
  return number
}

function bytes(value: string): number {
  const parts = /^(\d+(?:\.\d+)?)\s*([KMGT]?)i?B?$/i.exec(value)
  if (parts === null) throw new InvalidArgumentError('It must be a size such as 512M or 4G.')
  return Math.round(Number(parts[1]) * 1024 ** 'KMGT'.indexOf((parts[2] ?? '').toUpperCase() || ' ') * (parts[2] ? 1024 : 1024))
}

/** Errors that a person can act on: one line, no stack. */
const actionable = /^(ReportUnreadable|Repository\w*|\w*NotFound|CaseBusy|StoreUnwritable|NewerEvent|SandboxUnavailable|NotAnInterpreter|Bundle\w*|Usage)Error$/
const usage = /^(ReportUnreadable|Repository\w*|\w*NotFound|NotAnInterpreter|Usage)Error$/

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  const { name, message, stack } = error as Error
  if (process.env['REPGEN_DEBUG'] === '1' || !actionable.test(name)) process.stderr.write(`${stack ?? message}\n`)
  else process.stderr.write(`repgen: ${message}\n`)
  if (!actionable.test(name)) process.stderr.write('This is an error of RepGen. The case is kept; please report it with the lines above.\n')
  return error instanceof UsageError || usage.test(name) ? exitCodes.usage : exitCodes.error
}
