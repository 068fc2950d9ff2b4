import type { Block } from '../../shared/report.ts'
import type { RawBlock } from './find-blocks.ts'

const suggestion =
  /\b(would (?:change|do)|suggest(?:ed|ion)?s?|propos\w+|(?:possible|potential|quick|my|simple) fix|the fix\b|fix is|fixes (?:it|this|the)|fixed by|to fix|solution|workarounds?|work ?around|correct (?:version|code|implementation)|what (?:I|we) (?:would|suggest)|patch|could be (?:written|rewritten|changed)|change (?:it|this|that) to|lösung|vorschlag|solución|propuesta|solution proposée|建议|解决|修复|修改)/i
const works = /\b(works? (?:if|when|fine|with)|should be|instead|replac\w+ \w+ (?:with|by))\b[^.\n]*:\s*$/i
const quoted =
  /\b(in (?:our|your|the) (?:library|code ?base|source|repo(?:sitory)?)|the (?:relevant|responsible|offending|corresponding|buggy|problematic|guilty) (?:code|line|part|lines|section)|(?:does|whereas|defined|implemented|lives|located|found) (?:in|as)|source code|from the (?:source|docs)|implementation (?:of|is|in)|(?:this|that|here) is the part (?:in|of|that)|here is the (?:method|function|line)|the line is\b|look(?:ing)? at the (?:source|code|implementation)|because of this line|caused by (?:this|the following) (?:line|code)|culprit|root cause)/i
const relative =
  /\b(?:class|subclass|function|method|implementation|forward|constructor|init|line|code|library|loader)`?\b[^.:]{0,60}\b(?:has|is|looks like|reads|does|says|computes|calls|contains)\b[^.:]{0,30}:?\s*$/i
const names = /(?:`|\b)[\w/.-]*\w+\.py\b`?/
const permalink = /https?:\/\/[^\s)]+\/(?:blob|tree|src)\/[^\s)]+\.py|\.py#L\d+/
const reproduces =
  /\b(reproduc\w*|repro|minimal|mwe|example|snippet|scripts?|sample code|code to|to run|run (?:this|the)|what I ran|i ran|poc|test case|here is|following code|cell|copied|my code|código|codice|code exemple|beispiel|ejemplo|exemple|пример|示例|代码|例)\b|复现|代码|再現|воспроизв/i

/** Whether code is what the reporter ran, or what the report only quotes: the library's own lines, or a proposed change. */
export function classifyCode({ text, heading, before }: RawBlock): Pick<Block, 'kind' | 'reason'> {
  const selfContained = /^(?:import|from)\s/m.test(text)
  const last = lastSentence(before)
  const title = heading ?? ''
  const calledExample = reproduces.test(before) || reproduces.test(title)
  if (suggestion.test(title)) return { kind: 'library-code', reason: 'it stands under a suggestion' }
  if (!selfContained && (suggestion.test(last) || works.test(before)) && !reproduces.test(before)) {
    return { kind: 'library-code', reason: 'it is a suggestion, not what was run' }
  }
  if (!selfContained && /^\W*(?:expected|desired|wanted)\b/i.test(title))
    return { kind: 'library-code', reason: 'it shows what is wanted' }
  if (!selfContained && permalink.test(last))
    return { kind: 'library-code', reason: 'a link to its file stands above it' }
  if (!selfContained && /^\s*# ?(?:[\w-]+\/)+[\w-]+\.py\b/.test(text) && !calledExample)
    return { kind: 'library-code', reason: 'its first line names the file that it is from' }
  if (!selfContained && quoted.test(before) && !reproduces.test(title))
    return { kind: 'library-code', reason: 'it quotes the code that is blamed' }
  if (
    !selfContained &&
    names.test(last) &&
    !reproduces.test(last) &&
    !/\b(?:my|mine|(?:I|we) (?:have|use|wrote|do|did|train|am|call)|ran|run|call(?:ed)?|execut\w+|sav\w+|save)\b/i.test(
      last,
    )
  ) {
    return { kind: 'library-code', reason: 'what stands above names the file that it is from' }
  }
  if (!selfContained && isPartOfClass(text) && (relative.test(last) || quoted.test(`${before} ${title}`))) {
    return { kind: 'library-code', reason: 'it is a part of a class that is quoted' }
  }
  return {
    kind: 'reproducer',
    reason: calledExample ? 'what stands above calls it the example' : 'it is code of the reporter',
  }
}

/** A method without its class, or the inside of one. */
const isPartOfClass = (text: string) =>
  !/^class \w/m.test(text) &&
  (/^\s*(?:async )?def \w+\(self\b/m.test(text) || (/^\s+\S/.test(text) && /\bself\.|\breturn\b/.test(text)))

const lastSentence = (text: string) => text.split(/(?<=[.!?])\s+/).at(-1) ?? text
