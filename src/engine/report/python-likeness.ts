const strong =
  /^\s*(?:import [\w.]+(?: as \w+)?(?:, *[\w.]+)*$|from [\w.]+ import |(?:async )?def \w+\s*\(|class \w+\s*[(:]|@[\w.]+(?:\(.*\))?$|(?:for|async for) .+ in .+:|while .+:$|if .+:(?:\s*#.*)?$|elif .+:$|else:$|try:$|except\b.*:$|finally:$|with .+:$|return\b|raise \w+|assert .+|yield\b|print ?\(|del \w+$|>>> )/
const weak =
  /^\s*(?:[A-Za-z_][\w.]*(?:\[[^\]]*\])?(?: *, *[A-Za-z_*][\w.]*)* *(?:[-+*/@|&]?=)(?!=) *\S|[A-Za-z_][\w.]*\([\s\S]*\)? *(?:#.*)?$|[\])}]+[,:)]*$|#|"""|pass$|break$|continue$|\.\.\.$)/
const prose = /^[A-Z][a-z]+(?: [a-z'’]+){3,}|[a-z]{2,}[.?!]\s+[A-Z][a-z]|[a-z] [a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+/

/** What tells code from prose stands at the beginning of a line; longer ones would only cost time. */
const longest = 600

export type LineLook = 'strong' | 'weak' | 'blank' | 'indented' | 'other'

/** How much a line looks like Python. */
export function lookOf(whole: string): LineLook {
  const line = whole.length > longest ? whole.slice(0, longest) : whole
  if (line.trim() === '') return 'blank'
  if (strong.test(line) && !(prose.test(line) && !/[()=:]$|^\s*(from|import)/.test(line.trim()))) return 'strong'
  if (weak.test(line) && !wordsBehindCall(line) && !prose.test(line.replace(/#.*$|"[^"]*"|'[^']*'/g, ''))) return 'weak'
  if (/^(?: {2,}|\t)/.test(line)) return 'indented'
  return 'other'
}

/** `tensor.mean() is broken`: a call that prose goes on from. */
function wordsBehindCall(line: string): boolean {
  const call = /^\s*[A-Za-z_][\w.]*\(/.exec(line)
  if (call === null) return false
  let depth = 0
  for (let at = call[0].length - 1; at < line.length; at += 1) {
    if (line[at] === '(') depth += 1
    else if (line[at] === ')') depth -= 1
    if (depth === 0)
      return (
        /^\s*[A-Za-z]\w*/.test(line.slice(at + 1)) && !/^\s*(?:if|for|in|is|and|or|not|else)\b/.test(line.slice(at + 1))
      )
  }
  return false
}

/** Share of lines that look like Python, 0 to 1; blank ones left out. */
export function pythonShare(text: string): number {
  const looks = text
    .split('\n')
    .map(lookOf)
    .filter((l) => l !== 'blank')
  if (looks.length === 0) return 0
  const good =
    looks.filter((l) => l === 'strong' || l === 'weak').length + looks.filter((l) => l === 'indented').length * 0.5
  return good / looks.length
}

export function hasStrongLine(text: string): boolean {
  return text.split('\n').some((line) => lookOf(line) === 'strong')
}

const value = new RegExp(
  String.raw`^\s*(?:` +
    [
      String.raw`\(?(?:tensor|array|Parameter|DeviceArray|Array|EagerTensor|Variable|torch\.Size|OrderedDict|Namespace|np\.(?:float|int)\d+|defaultdict|Counter)\(`,
      String.raw`\[(?:tensor|array|np\.\w+)\(`,
      'Parameter containing:',
      String.raw`<(?:tf\.|[\w.]+[ >])`,
      String.raw`\[?[-+]?(?:\d+\.\d*|\.\d+)(?:e[-+]?\d+)?[,\]\s]*$`,
      String.raw`[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$`,
      '(?:True|False|None|nan|inf)$',
      String.raw`\([-+]?\d+(?:, ?[-+]?\d+)*,? ?\)$`,
      String.raw`\[(?:[^a-z]|nan|inf)*\]$`,
      String.raw`\{[^{}]*\}$`,
      String.raw`\[{1,3}'[^']*'(?:, '[^']*')*\]$`,
    ].join('|') +
    ')',
)

/** A line that prints a value: what an interactive session answers. */
export function looksLikeValue(line: string): boolean {
  return value.test(line.length > longest ? line.slice(0, longest) : line)
}

const namesVersion =
  /\b(torch|pytorch|tensorflow|keras|jax|numpy|python|cuda|ubuntu|windows|debian|macos|linux)\b(?: version)?[ =:]*v?\d/i
const logged =
  /^(?:\[?\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d|\[?\d\d:\d\d:\d\d[\],. ]|\[?(?:INFO|DEBUG|WARNING|ERROR|WARN|CRITICAL)\b[\]: ]\s*\S|[IWEF]\d{4} \d\d:)/
const measured = /^[-*•]?\s*[A-Za-z][\w /@.%-]{0,40}[:=]\s*[-+]?(?:\d|nan\b|inf\b|tensor\(|torch\.Size|\[|\()/

const number = String.raw`[-+[({]*[\d.]+(?:e[-+]?\d+)?[\])}%]*`
/** `losses 0.73 0.64`, `size 64`, `first  0.012 s`: words, numbers, and nothing that a sentence would go on with. */
const rowOfNumbers = new RegExp(
  String.raw`^[A-Za-z][\w ]{0,30}(?:\s+|\s*[:=]\s+)${number}(?:[\s,;|/]+(?:[A-Za-z_]\w*[ :=]+){0,3}${number})*(?:\s*(?:s|ms|us|sec|seconds|MB|GB|KB|it\/s|dB|\.\.\.))?$`,
)

/** A line of a training log or of printed results: words and numbers, no code. */
export function looksLikeOutput(line: string): boolean {
  const text = line.trim().slice(0, longest)
  if (namesVersion.test(text)) return false
  if (looksLikeValue(line) || logged.test(text)) return true
  if (/\d+%\||\bit\/s\b|={5,}>?|\[[#=>.]{6,}/.test(text)) return true
  if (
    /^(epoch|step|iter|iteration|loss|train|val|test|acc)\w*\b.*\d/i.test(text) &&
    !/[()]\s*:$|=\s*[\w.]+\(/.test(text)
  )
    return true
  const words = text.match(/[a-z]{3,}/gi)?.length ?? 0
  if (
    measured.test(text) &&
    words <= 8 &&
    !/[;{}]|\w\((?!\d|\[)|^\w+ ?= ?[^=]*$/.test(text.replace(/tensor\(|Size\(/g, ''))
  )
    return true
  return words <= 4 && rowOfNumbers.test(text)
}
