import type { Mentions, Statement } from '../../shared/report.ts'
import { mentionedCommands } from './mentioned-commands.ts'
import { mentionedRevisions } from './mentioned-revisions.ts'
import type { ReportParts } from './parts.ts'
import { type Line, readLines } from './report-lines.ts'

/** Names that the report gives: what a script for it should touch, and where to find it. */
export function findMentions(parts: ReportParts): Mentions {
  const lines = readLines(parts)
  const code = lines.filter(({ kind }) => kind === 'reproducer' || kind === 'library-code')
  const prose = lines.filter(({ kind }) => kind === 'prose')
  return {
    symbols: unique([...inProse(prose), ...inFrames(parts), ...matches(code, codeSymbol)]).slice(0, 100),
    files: unique([
      ...matches(lines, file).filter(({ text }) => !/^(?:repro|setup)\.py$/.test(text)),
      ...filesOfFrames(parts),
    ]).slice(0, 60),
    flags: unique(matches(lines, /(?<![\w-])--[A-Za-z][\w-]*(?:=[\w.]+)?/g)).slice(0, 40),
    commands: unique(mentionedCommands(parts, prose)).slice(0, 10),
    revisions: mentionedRevisions(lines, parts).slice(0, 10),
    data: unique(matches(lines, dataSource)).slice(0, 20),
  }
}

const file = /(?<![\w/:.-])(?!https?:)(?:[\w-]+\/)*[\w-]+\.(?:py|ya?ml|json|toml|cfg|ini|ipynb|sh)\b(?!\()/g
const root = '(?:torch|nn|F|tf|keras|jax|jnp|optim)'
const codeSymbol = new RegExp(String.raw`\b${root}(?:\.\w+)+|(?<=\b(?:class|def) )\w+`, 'g')
const dotted =
  /\b(?:torch|nn|F|tf|keras|jax|jnp|np|optim|autograd|functional|torchvision|lightning|transformers)(?:\.\w+)+/g
/** `TokenSorter`, `load_model`: written as prose never is. */
const cased = /\b(?:[A-Z][a-z0-9]+){2,}\w*\b|\b[a-z]+(?:_[a-z0-9]+)+\b/g
const url = String.raw`https?:\/\/[^\s)>"'\]]+\.(?:zip|tar|gz|tgz|pt|pth|bin|csv|npz|npy|json|txt|h5|pkl|safetensors|parquet)\b`
const reader = String.raw`\b(?:read_csv|read_parquet|load_dataset|ImageFolder|np\.load|loadtxt|genfromtxt|torch\.load|h5py\.File|from_pretrained)\(\s*["'][^"'\n]{1,200}["']`
const known = String.raw`\b(?:datasets\.\w+|(?:Fashion|K)?MNIST|CIFAR-?100?|ImageNet|ImageFolder|COCO|CelebA|SVHN|Planetoid|ModelNet|IMDB|WikiText-?2?|LibriSpeech|load_dataset)\b`
const dataSource = new RegExp(`${url}|${reader}|${known}`, 'g')

function matches(lines: Line[], pattern: RegExp): Statement[] {
  return lines.flatMap(({ text, number }) =>
    [...text.matchAll(pattern)].map((m) => ({ text: m[0], lines: { start: number, end: number } })),
  )
}

function unique(statements: Statement[]): Statement[] {
  const seen = new Set<string>()
  return statements.filter(({ text }) => !seen.has(text) && seen.add(text) !== undefined)
}

const common =
  /^(?:the|and|not|is|a|in|of|to|for|with|or|if|as|def|class|import|from|return|print|self|True|False|None|nan|inf|\d[\w.]*)$/

function inProse(lines: Line[]): Statement[] {
  const ticked = lines.flatMap(({ text, number }) =>
    [...text.matchAll(/`([^`\n]{2,120})`/g)].flatMap((m) =>
      [...(m[1] as string).replace(/(["']).*?\1/g, ' ').matchAll(/[A-Za-z_][\w.]*\w/g)].map((w) => ({
        text: w[0],
        lines: { start: number, end: number },
      })),
    ),
  )
  return [...ticked.filter(({ text }) => !common.test(text)), ...matches(lines, dotted), ...matches(lines, cased)]
}

function inFrames({ tracebacks }: ReportParts): Statement[] {
  return tracebacks.flatMap(({ exceptions, lines }) =>
    exceptions.flatMap((e) =>
      e.frames
        .filter((f) => !f.library && f.function !== null && !/^<|^_call_impl$|^_wrapped/.test(f.function))
        .map((f) => ({ text: f.function as string, lines })),
    ),
  )
}

/** The last part of the path is the same on every machine. */
function filesOfFrames({ tracebacks }: ReportParts): Statement[] {
  return tracebacks.flatMap(({ exceptions, lines }) =>
    exceptions.flatMap((e) =>
      e.frames
        .filter((f) => !f.library && /[/\\][\w-]+\.py$/.test(f.file))
        .map((f) => ({ text: f.file.split(/[/\\]/).at(-1) as string, lines })),
    ),
  )
}
