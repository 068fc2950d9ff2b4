import { Command, Option } from 'commander'
import type { ReproduceOptions } from './commands/reproduce.ts'
import { exitCodesHelp } from './exit-codes.ts'
import { bytes, collect, positive, wholePositive } from './options.ts'

/**
 * The commands and their options. What a command does is loaded when it is called, so that help comes at once; `done` takes its exit
 * code.
 */
export function makeProgram(version: string, done: (work: Promise<number>) => Promise<void>): Command {
  const program = new Command('repgen')
    .description(
      'Turns a deep-learning bug report into a script that shows the bug, by really running it. Nothing leaves this machine.',
    )
    .version(version)
    .addHelpText('after', exitCodesHelp)
    .exitOverride()
  const command = (name: string, description: string, examples: string[]) =>
    program
      .command(name)
      .description(description)
      .addHelpText('after', `\nExample${examples.length > 1 ? 's' : ''}:\n${examples.map((e) => `  ${e}`).join('\n')}`)

  command('reproduce', 'reproduce the bug of a report', [
    'repgen reproduce report.md',
    'repgen reproduce issue.json --repo ~/src/project --python ~/venvs/torch2/bin/python',
    'gh issue view 123 --json title,body,comments | repgen reproduce - --repo . --json',
  ])
    .argument('<report>', 'Markdown or text file, issue JSON, folder, or - for standard input')
    .option('--repo <dir>', 'clone of the project that the report is about; it is only read')
    .option('--revision <rev>', 'revision of the clone (default: what the report names, else HEAD)')
    .option('--python <path>', 'interpreter to use (default: the one that fits the report best)')
    .option('--data <dir>', 'folder with data, mounted read-only at /data; may be repeated', collect)
    .option(
      '--weights <dir>',
      'folder with weights, mounted read-only as HF_HOME and TORCH_HOME; may be repeated',
      collect,
    )
    .option('--no-model', 'rules only (there is no model yet, so this is always so)')
    .option('--gpu', 'let runs use the GPU')
    .option('--allow-unsandboxed', 'run this case without a sandbox where there is none')
    .option('--max-attempts <n>', 'at most so many scripts', wholePositive)
    .option('--timeout <seconds>', 'for the whole case', positive)
    .option('--run-timeout <seconds>', 'for one run', positive)
    .option('--memory <size>', 'for one run, for example 4G', bytes)
    .addOption(quiet())
    .addOption(json())
    .addOption(home())
    .addHelpText('after', exitCodesHelp)
    .action((report: string, options: ReproduceOptions) =>
      done(import('./commands/reproduce.ts').then((c) => c.reproduceCommand(report, options))),
    )

  command('resume', 'go on with a case that was stopped or killed', ['repgen resume 1130-k3f9q'])
    .argument('<id>', 'case, or the beginning of its id')
    .addOption(quiet())
    .addOption(json())
    .addOption(home())
    .addHelpText('after', exitCodesHelp)
    .action((id: string, options) => done(import('./commands/resume.ts').then((c) => c.resumeCommand(id, options))))

  command('run', 'run a script of your own in a case, or its best one with a rewrite undone', [
    'repgen show 1130-k3f9q --script > repro.py; repgen run 1130-k3f9q --script repro.py',
    'repgen run 1130-k3f9q --undo use-cpu',
  ])
    .argument('<id>', 'case, or the beginning of its id')
    .option('--script <file>', 'the script to run')
    .option('--undo <rewrite>', 'leave this rewrite out; may be repeated', collect)
    .addOption(quiet())
    .addOption(json())
    .addOption(home())
    .addHelpText('after', exitCodesHelp)
    .action((id: string, options) => done(import('./commands/run.ts').then((c) => c.runCommand(id, options))))

  command('list', 'all cases, the latest first', ['repgen list', 'repgen list --json'])
    .addOption(new Option('--ids', 'their ids alone').hideHelp())
    .addOption(json())
    .addOption(home())
    .action((options) => done(import('./commands/list.ts').then(async (c) => c.listCommand(options))))

  command('show', 'a case: report, attempts, verdict', [
    'repgen show 1130-k3f9q',
    'repgen show 1130-k3f9q --script > repro.py',
  ])
    .argument('<id>', 'case, or the beginning of its id')
    .addOption(new Option('--script', 'the script alone').conflicts(['report', 'json']))
    .addOption(new Option('--report', 'the restructured report alone, as JSON').conflicts('json'))
    .addOption(json())
    .addOption(home())
    .action((id: string, options) => done(import('./commands/show.ts').then(async (c) => c.showCommand(id, options))))

  command('export', 'write a case as a bundle that can be attached to an issue', [
    'repgen export 1130-k3f9q -o bug.repgen.zip',
    'repgen export 1130-k3f9q --paste | xclip -selection clipboard',
  ])
    .argument('<id>', 'case, or the beginning of its id')
    .addOption(new Option('-o, --output <file>', 'the bundle, by custom NAME.repgen.zip').conflicts('paste'))
    .option('--paste', 'print the text of the issue and the script alone')
    .option('-y, --yes', 'do not ask after what was redacted is listed')
    .option('--max-size <size>', 'of all files together (default: 25 MB); logs are left out first', bytes)
    .addOption(home())
    .action((id: string, options) => done(import('./commands/export.ts').then((c) => c.exportCommand(id, options))))

  command('verify', 'check the hashes of a bundle and run its script again here', [
    'repgen verify bug.repgen.zip',
    'repgen verify bug.repgen.zip --repo ~/src/project --revision main',
  ])
    .argument('<bundle>', 'NAME.repgen.zip')
    .option('--repo <dir>', 'clone of the project that the report is about; it is only read')
    .option('--revision <rev>', 'revision of the clone (default: the one that the bundle was made with)')
    .option('--python <path>', 'interpreter to use (default: the one that fits the report best)')
    .option('--data <dir>', 'folder with data, mounted read-only at /data; may be repeated', collect)
    .option(
      '--weights <dir>',
      'folder with weights, mounted read-only as HF_HOME and TORCH_HOME; may be repeated',
      collect,
    )
    .option('--gpu', 'let the run use the GPU')
    .option('--allow-unsandboxed', 'run without a sandbox where there is none')
    .option('--run-timeout <seconds>', 'for one run', positive)
    .option('--memory <size>', 'for one run, for example 4G', bytes)
    .addOption(quiet())
    .addOption(json())
    .addHelpText('after', exitCodesHelp)
    .action((file: string, options) => done(import('./commands/verify.ts').then((c) => c.verifyCommand(file, options))))

  command('open', "make a colleague's bundle a case to go on with", ['repgen open bug.repgen.zip --repo ~/src/project'])
    .argument('<bundle>', 'NAME.repgen.zip')
    .option('--repo <dir>', 'clone of the project that the report is about; it is only read')
    .option('--revision <rev>', 'revision of the clone (default: what the report names, else HEAD)')
    .option('--python <path>', 'interpreter to use (default: the one that fits the report best)')
    .addOption(home())
    .action((file: string, options) => done(import('./commands/open.ts').then((c) => c.openCommand(file, options))))

  command('rm', 'delete cases for good', ['repgen rm 1130-k3f9q'])
    .argument('<ids...>', 'cases, or the beginnings of their ids')
    .addOption(home())
    .action((ids: string[], options) => done(import('./commands/rm.ts').then(async (c) => c.rmCommand(ids, options))))

  command('doctor', 'what is there, and how to get what is not', ['repgen doctor'])
    .addOption(json())
    .addOption(home())
    .action((options) => done(import('./commands/doctor.ts').then((c) => c.doctorCommand(options))))

  command('completion', 'completion for a shell', [
    'repgen completion bash > ~/.local/share/bash-completion/completions/repgen',
    'repgen completion zsh > ~/.zfunc/_repgen',
    'repgen completion fish > ~/.config/fish/completions/repgen.fish',
  ])
    .argument('<shell>', 'bash, zsh or fish')
    .action((shell: string) =>
      done(import('./commands/completion.ts').then(async (c) => c.completionCommand(shell, program))),
    )
  return program
}

const home = () => new Option('--home <dir>', 'where cases are kept (default: REPGEN_HOME, else ~/.local/share/repgen)')
const json = () => new Option('--json', 'JSON instead of text')
const quiet = () => new Option('-q, --quiet', 'do not show what the runs print')
