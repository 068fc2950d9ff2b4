import type { Mentions, Statement } from '../../shared/report.ts'
import type { ReportParts } from './parts.ts'

/** Names that the report gives: what a script for it should touch, and where to find it. */
export function findMentions(parts: ReportParts): Mentions {
  const lines = parts.text
    .split('\n')
    .slice(0, 5000)
    .map((text, i) => ({ text: text.slice(0, 2000), number: i + 1 }))
  const inBlock = (number: number, ...kinds: string[]) =>
    parts.blocks.some((b) => kinds.includes(b.kind) && b.lines.start <= number && number <= b.lines.end)
  const prose = lines.filter(
    ({ number }) => !parts.blocks.some((b) => b.lines.start <= number && number <= b.lines.end),
  )
  return {
    symbols: unique([
      ...symbolsInProse(prose),
      ...symbolsOfFrames(parts),
      ...symbolsOfCode(lines.filter(({ number }) => inBlock(number, 'reproducer', 'library-code'))),
    ]).slice(0, 100),
    files: unique(
      matches(
        lines,
        /(?<![\w/:.-])(?!https?:)(?:[\w-]+\/)*[\w-]+\.(?:py|ya?ml|json|toml|cfg|ini|ipynb|sh)\b(?!\()/g,
      ).filter(({ text }) => !/^(repro|setup)\.py$/.test(text)),
    ).slice(0, 60),
    flags: unique(matches(lines, /(?<![\w-])--[A-Za-z][\w-]*(?:=[\w.]+)?/g)).slice(0, 40),
    commands: unique(commands(parts, prose)).slice(0, 10),
    revisions: revisions(prose).slice(0, 10),
    data: unique(
      matches(
        lines,
        /https?:\/\/[^\s)>"'\]]+\.(?:zip|tar|gz|tgz|pt|pth|bin|csv|npz|npy|json|txt|h5|pkl|safetensors|parquet)\b|\bread_csv\(\s*["'][^"']+["']|\b(?:MNIST|FashionMNIST|CIFAR10|CIFAR100|ImageNet|ImageFolder|COCO|CelebA|SVHN|Planetoid|ModelNet|IMDB|load_dataset)\b/g,
      ),
    ).slice(0, 20),
  }
}

type Line = { text: string; number: number }

function matches(lines: Line[], pattern: RegExp): Statement[] {
  return lines.flatMap(({ text, number }) =>
    [...text.matchAll(pattern)].map((m) => ({ text: m[0], lines: { start: number, end: number } })),
  )
}

function unique(statements: Statement[]): Statement[] {
  const seen = new Set<string>()
  return statements.filter(({ text }) => !seen.has(text) && seen.add(text) !== undefined)
}

function symbolsInProse(lines: Line[]): Statement[] {
  const ticked = lines.flatMap(({ text, number }) =>
    [...text.matchAll(/`([^`\n]{2,120})`/g)].flatMap((m) =>
      [...(m[1] as string).matchAll(/[A-Za-z_][\w.]*\w/g)]
        .filter((w) => /[._A-Z(]|^\w+$/.test(w[0]))
        .map((w) => ({ text: w[0], lines: { start: number, end: number } })),
    ),
  )
  const dotted = matches(lines, /\b(?:torch|nn|F|tf|keras|jax|jnp|np|optim|autograd|functional)(?:\.\w+)+/g)
  const camel = matches(lines, /\b(?:[A-Z][a-z0-9]+){2,}\w*\b|\b[a-z]+_[a-z_]+\b(?=\()?/g)
  return [
    ...ticked.filter(({ text }) => !/^(the|and|not|is|a|in|of|to|for|with|True|False|None|\d+)$/.test(text)),
    ...dotted,
    ...camel,
  ]
}

function symbolsOfFrames({ tracebacks }: ReportParts): Statement[] {
  return tracebacks.flatMap((t) =>
    t.exceptions.flatMap((e) =>
      e.frames
        .filter((f) => !f.library && f.function !== null && !/^<|^_call_impl$|^_wrapped/.test(f.function))
        .map((f) => ({ text: f.function as string, lines: t.lines })),
    ),
  )
}

function symbolsOfCode(lines: Line[]): Statement[] {
  return matches(lines, /\b(?:torch|nn|F|tf|keras|jax|jnp|optim)(?:\.\w+)+|(?<=\b(?:class|def) )\w+/g)
}

function commands(parts: ReportParts, prose: Line[]): Statement[] {
  const pattern = /^\s*(?:[~\w@/.:-]*[$%#>!]\s*)?((?:\w+=\S+ )*(?:python[\d.]*|torchrun|accelerate launch)\s+\S.*)$/
  const shell = parts.blocks
    .filter((b) => b.kind === 'command' || b.kind === 'output' || b.kind === 'reproducer')
    .flatMap((b) => joinedLines(b.text).map(({ text, index }) => ({ text, number: b.lines.start + index })))
    .flatMap(({ text, number }) => {
      const m = pattern.exec(text)
      return m === null || !/^(\w+=\S+ )*(python|torchrun|accelerate)/.test(m[1] as string)
        ? []
        : [{ text: (m[1] as string).trim(), lines: { start: number, end: number } }]
    })
  const inline = prose.flatMap(({ text, number }) =>
    [...text.matchAll(/`{1,3}\s*((?:python[\d.]*|torchrun)\s+[^`\n]+?)\s*`{1,3}/g)].map((m) => ({
      text: m[1] as string,
      lines: { start: number, end: number },
    })),
  )
  const named = prose.flatMap(({ text, number }) =>
    [...text.matchAll(/(?:^|\b(?:run|running|with|via)\s+)(python3? [\w./-]+\.py(?: --?[\w-]+(?:[= ][\w.]+)?)*)/g)].map(
      (m) => ({ text: m[1] as string, lines: { start: number, end: number } }),
    ),
  )
  return [...shell, ...inline, ...named]
}

/** Lines with those joined that a back-slash continues. */
function joinedLines(text: string): { text: string; index: number }[] {
  const found: { text: string; index: number }[] = []
  let open = false
  for (const [index, line] of text.split('\n').entries()) {
    const last = found.at(-1)
    if (open && last !== undefined) last.text += ` ${line.trim().replace(/\\$/, '')}`
    else found.push({ text: line.replace(/\\$/, ''), index })
    open = line.trimEnd().endsWith('\\')
  }
  return found
}

function revisions(lines: Line[]): Mentions['revisions'] {
  return lines.flatMap(({ text, number }) => {
    const lines = { start: number, end: number }
    const commit = [
      ...text.matchAll(
        /(?<![\w.])(?:commit|revision|rev|sha|hash|HEAD|at|on|main|master|@)[ :`(@]*([0-9a-f]{7,40})\b/gi,
      ),
    ].map((m) => ({ kind: 'commit' as const, value: m[1] as string, lines }))
    const tag = [...text.matchAll(/(?<![\w./-])v(\d+\.\d+(?:\.\d+)?(?:[ab]|rc\d*)?)\b/g)].map((m) => ({
      kind: 'tag' as const,
      value: m[0],
      lines,
    }))
    const date = [...text.matchAll(/\b(?:main|master|HEAD|as of|from|of|on)\s+(20\d\d-\d\d-\d\d)\b/gi)].map((m) => ({
      kind: 'date' as const,
      value: m[1] as string,
      lines,
    }))
    return [...commit.filter((c) => /\d/.test(c.value)), ...tag, ...date]
  })
}
