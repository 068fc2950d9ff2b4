/** What a fence that stands for `<pre>` has as its language; its text holds entities. */
export const preformatted = 'html-pre'

const fenceMark = /^\s*(?:(?:[-*+>]|\d+[.)])\s*)*(`{3,}|~{3,})(.*)$/
const tags =
  /<\/?(?:details|summary|br|p|div|center|b|font|hr|a|h\d|ul|ol|li|table|tr|td|th|tbody|thead)\b[^<>]{0,300}>/gi
const maxLine = 4000
const maxFences = 500
/** Lines of a fence behind this one are left blank: what is in a fence is text, and is taken from the text. */
export const shownOfFence = 200
/** A parser of Markdown takes time with the square of their number. */
const maxUnderlines = 100
const deepest = 12

/**
 * The text as a Markdown parser should see it, line for line: comments and folding tags blanked, `<pre>` and quotes used as a fence made
 * fences, a fence that never closes closed before the next heading, and what only serves to slow a parser down cut.
 */
export function markdownSkeleton(lines: string[]): string[] {
  const result: string[] = []
  let fence: { mark: string; at: number; pre: boolean } | null = null
  let comment = false
  let fences = 0
  const lastEnd = lines.findLastIndex((line) => line.includes('-->'))
  let underlines = 0
  for (const [at, raw] of lines.entries()) {
    const line = raw.length > maxLine ? raw.slice(0, maxLine) : raw
    if (fence !== null) {
      const closes = fence.pre
        ? /^\s*(?:<\/code>\s*)?<\/(?:pre|code)>\s*$|^\s*'''\s*$/i.test(line)
        : closesFence(line, fence.mark)
      if (closes) {
        result.push(fence.pre ? '```' : line)
        fence = null
        continue
      }
      const reopened =
        !fence.pre &&
        /^\s*(`{3,}|~{3,})\w+\s*$/.test(line) &&
        fence.mark.length === 3 &&
        (lines[at - 1] ?? '').trim() === ''
      if (!reopened) {
        result.push(at - fence.at > shownOfFence ? '' : line)
        continue
      }
      result[at - 1] = fence.mark
      fence = null
    }
    const visible: { text: string; comment: boolean } =
      comment || (line.includes('<!--') && at <= lastEnd)
        ? withoutComments(line, comment)
        : { text: line, comment: false }
    comment = visible.comment && at < lastEnd
    const text: string = fences > maxFences ? '' : visible.text
    const opener: RegExpExecArray | null = fenceMark.exec(text)
    if (opener !== null && !(opener[2] ?? '').includes('`')) {
      fences += 1
      fence = { mark: opener[1] ?? '```', at, pre: false }
      result.push(text)
    } else if (
      /^\s*<pre[^>]*>\s*(?:<code[^>]*>)?\s*$|^\s*<code>\s*$|^\s*'''(?:py|python3?)\s*$/i.test(text) &&
      lines.slice(at + 1, at + 3000).some((l) => /<\/(?:pre|code)>|^\s*'''\s*$/i.test(l))
    ) {
      fence = { mark: '```', at, pre: true }
      result.push(`\`\`\`${/^\s*'''/.test(text) ? 'python' : preformatted}`)
    } else {
      if (/^\s*(?:=+|-+)\s*$/.test(text)) underlines += 1
      result.push(underlines > maxUnderlines && /^\s*[=-]+\s*$/.test(text) ? '' : outside(text))
    }
  }
  if (fence !== null && !fence.pre) closeBeforeHeading(result, lines, fence)
  return result
}

const closesFence = (line: string, mark: string) => {
  const bare = line.replace(/^[\s>]*/, '').trimEnd()
  return bare.length >= mark.length && bare === (mark[0] as string).repeat(bare.length)
}

/** Of a fence that nobody closed, what follows the next heading is prose again. */
function closeBeforeHeading(result: string[], lines: string[], fence: { mark: string; at: number }): void {
  for (let at = fence.at + 2; at < lines.length; at += 1) {
    if ((lines[at - 1] ?? '').trim() !== '' || !/^(?:#{2,6} \S|\*\*[^*]{2,60}\*\*:?\s*$)/.test(lines[at] ?? ''))
      continue
    result[at - 1] = fence.mark
    for (let behind = at; behind < lines.length; behind += 1) result[behind] = outside(lines[behind] ?? '')
    return
  }
}

function outside(whole: string): string {
  const deep = /^\s*/.exec(whole)?.[0].length ?? 0
  const line = deep > deepest && /^\s*(?:[-*+>]|\d+[.)])/.test(whole) ? whole.slice(deep - deepest) : whole
  const nested = /^\s*(?:(?:[-*+>]|\d{1,9}[.)]) ?){6,}/.exec(line)
  const flat = nested === null || /^\s*([-*+>])\s*(?:\1\s*)+$/.test(line) ? line : line.slice(nested[0].length)
  if (/^\s*(?:[-*+>] ?){20,}/.test(flat)) return ''
  if (!flat.includes('<')) return flat
  const bare = flat.replace(tags, ' ')
  return /^\s*</.test(flat) && bare !== flat ? bare.trim() : bare
}

/** Blanks the commented part of a line, and says whether the comment goes on. */
function withoutComments(line: string, open: boolean): { text: string; comment: boolean } {
  let rest = line
  let text = ''
  let inside = open
  while (rest !== '') {
    const at = rest.indexOf(inside ? '-->' : '<!--')
    if (at === -1) return { text: inside ? text : text + rest, comment: inside }
    if (!inside) text += rest.slice(0, at)
    rest = rest.slice(at + (inside ? 3 : 4))
    inside = !inside
  }
  return { text, comment: inside }
}

/** The lines with comments of HTML taken out, in fences too. */
export function uncommented(lines: string[]): string[] {
  let inside = false
  const lastEnd = lines.findLastIndex((line) => line.includes('-->'))
  return lines.map((line, at) => {
    if (!inside && (!line.includes('<!--') || at > lastEnd)) return line
    const read = withoutComments(line, inside)
    inside = read.comment && at < lastEnd
    return read.text
  })
}
