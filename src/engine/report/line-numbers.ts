import { hasStrongLine } from './python-likeness.ts'

/** Some copy the numbers of an editor along: they go when every line has one, they rise, and code is behind them. */
export function withoutLineNumbers(text: string): string {
  const lines = text.split('\n')
  const numbers = lines
    .filter((l) => l.trim() !== '')
    .map((l) => Number(/^\s*(\d{1,5})(?=[\s:|.]|$)/.exec(l)?.[1] ?? Number.NaN))
  const rising =
    numbers.length >= 3 && numbers.every((n, i) => !Number.isNaN(n) && (i === 0 || n === (numbers[i - 1] ?? 0) + 1))
  if (!rising) return text
  const bare = lines.map((l) => l.replace(/^\s*\d{1,5}[:|.]?/, '')).join('\n')
  return hasStrongLine(bare) ? bare : text
}
