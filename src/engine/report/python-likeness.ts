const strong =
  /^\s*(?:import [\w.]+(?: as \w+)?(?:, *[\w.]+)*$|from [\w.]+ import |(?:async )?def \w+\s*\(|class \w+\s*[(:]|@[\w.]+(?:\(.*\))?$|(?:for|async for) .+ in .+:|while .+:$|if .+:(?:\s*#.*)?$|elif .+:$|else:$|try:$|except\b.*:$|finally:$|with .+:$|return\b|raise \w+|assert .+|yield\b|print ?\(|del \w+$|>>> )/
const weak = /^\s*(?:[A-Za-z_][\w.]*(?:\[[^\]]*\])?(?: *, *[A-Za-z_*][\w.]*)* *(?:[-+*/@|&]?=)(?!=) *\S|[A-Za-z_][\w.]*\([^]*\)? *(?:#.*)?$|[\])}]+[,:)]*$|#|"""|pass$|break$|continue$|\.\.\.$)/
const prose = /^[A-Z][a-z]+(?: [a-z'’]+){3,}|[a-z]{2,}[.?!]\s+[A-Z][a-z]|[a-z] [a-z]+ [a-z]+ [a-z]+ [a-z]+ [a-z]+/

export type LineLook = 'strong' | 'weak' | 'blank' | 'indented' | 'other'

/** How much a line looks like Python. */
export function lookOf(line: string): LineLook {
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
    if (depth === 0) return /^\s*[A-Za-z]\w*/.test(line.slice(at + 1)) && !/^\s*(?:if|for|in|is|and|or|not|else)\b/.test(line.slice(at + 1))
  }
  return false
}

/** Share of lines that look like Python, 0 to 1; blank ones left out. */
export function pythonShare(text: string): number {
  const looks = text.split('\n').map(lookOf).filter((l) => l !== 'blank')
  if (looks.length === 0) return 0
  const good = looks.filter((l) => l === 'strong' || l === 'weak').length + looks.filter((l) => l === 'indented').length * 0.5
  return good / looks.length
}

export function hasStrongLine(text: string): boolean {
  return text.split('\n').some((line) => lookOf(line) === 'strong')
}

const value =
  /^\s*(?:\(?(?:tensor|array|Parameter containing|Parameter|DeviceArray|Array|EagerTensor|Variable|<tf\.|np\.float\d+|np\.int\d+|torch\.Size|OrderedDict|Namespace)\b[(:[<]?|<[\w.]+[^>]*>$|\[?[-+]?(?:\d+\.\d*|\.\d+)(?:e[-+]?\d+)?[,\]\s]*$|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?$|(?:True|False|None|nan|inf)$|\((?:[-+]?\d+,? ?)+\)$|\[(?:[^a-z]|nan|inf|True|False|None)*\]$|\{.*\}$)/

/** A line that prints a value: what an interactive session answers. */
export function looksLikeValue(line: string): boolean {
  return value.test(line)
}

const namesVersion = /\b(torch|pytorch|tensorflow|keras|jax|numpy|python|cuda|ubuntu|windows|debian|macos|linux)\b[ =:]*v?\d/i

/** A line of a training log or of printed results: words and numbers, no code. */
export function looksLikeOutput(line: string): boolean {
  const text = line.trim()
  if (namesVersion.test(text)) return false
  if (looksLikeValue(line)) return true
  if (/\d+%\||\bit\/s\b|={5,}>?|\[[#=>.]{6,}/.test(text)) return true
  if (/^(epoch|step|iter|iteration|loss|train|val|test|acc)\w*\b.*\d/i.test(text) && !/[()]\s*:$|=\s*\w+\(/.test(text)) return true
  return /^[A-Za-z][\w ]{0,30}[:=]?\s+[-+\[({]*[\d.]+/.test(text) && !/[;{}]|\w\(/.test(text) && (text.match(/[a-z]{3,}/gi)?.length ?? 0) <= 4
}
