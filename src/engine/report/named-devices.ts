const cards = [
  String.raw`(?:(?:NVIDIA|GeForce|Tesla|Quadro) ){0,3}(?:RTX|GTX)[ -]?(?:TITAN|A?\d{3,4})(?: ?Ti| ?Super)?`,
  String.raw`(?:NVIDIA )?(?:A(?:10G?|30|40|100|800)|H(?:20|100|200|800)|L40S?|V100|B200|GH200|P100|K80|A[456]000)s?(?:[ -]?(?:NVL|SXM\d?|PCIe|\d+ ?GB))*`,
  '(?:Tesla |NVIDIA )?T4s?',
  '(?:NVIDIA |Tesla )(?:L4|A2|[KPTVM]\\d+)',
  '(?:NVIDIA )?T[Ii][Tt][Aa][Nn] (?:RTX|Xp?|V)',
  String.raw`(?:NVIDIA )?Quadro \w+|GeForce \w+(?: ?Ti)?`,
  String.raw`(?:AMD )?(?:Instinct )?MI\d{2,3}X?|Radeon [\w ]{2,20}\d`,
  'Jetson (?:Nano|Xavier|Orin|TX2)',
  String.raw`(?<=(?:\b(?:on|an?|my|one|two|with|single)|\d ?x|\bx) ?)[1-5]0[5-9]0(?: ?Ti| ?Super)?s?`,
]
const card = new RegExp(String.raw`(?<![\w/-])(?:${cards.join('|')})(?![\w/]|-\w|\.\d)`)
const chip =
  /\bApple M[1-5](?: Pro| Max| Ultra)?\b|\bM[1-5](?: Pro| Max| Ultra)?(?= chip| GPU| Mac| MacBook)|\bTPU(?: v\d\w*)?\b/
const some =
  /\b(?:one|two|three|four|eight|single|multiple|several|\d+|\d+ ?x)(?: [\w-]+)? (?:GPUs?|(?:graphics )?cards?)\b|\bon (?:an? |the |my |one |each |every )?(?:GPUs?|cuda|mps)\b|\bmulti-?gpus?\b|\bGPUs? (?:memory|usage|utili[sz]ation|out of memory|training)\b|\bCUDA (?:out of memory|error|kernel)\b|\b(?:only|just) (?:on|with) (?:GPU|cuda)\b|\b(?:en|auf|sur|на|in) (?:la |der |le |einer )?GPU\b|(?:在|用)\s*GPU|\bmps (?:device|backend)\b/i
const none =
  /\b(?:no|without(?: an?| any| the)?|(?:not|n['’]t) have (?:an?|any)|lacks? a|instead of a|cpu[- ]only(?: build)?|sin|keine|ohne|sans|без) ?(?:GPUs?|cuda|cards?|graphics card)\b|\bcpu[- ]only\b|\bonly (?:\w+ )?(?:on|with) (?:the )?cpu\b|\bon (?:the )?cpu only\b|\bGPUs? (?:do|does) nothing\b|\bGPUs?\W{0,4}(?:is|are) not (?:used|needed|involved|required|necessary)\b|\b(?:not|n['’]t) (?:need|use|involve|require)s? (?:an? |the |any )?GPUs?\b|\bGPUs? (?:available|used?|models? and configuration)?\W{0,6}(?:no|none|n\/a|false|not available)\b|\bcuda(?: available| version)?\W{0,6}(?:no|none|n\/a|false|not available)\b|\bcuda +not available|无\s*GPU|没有\s*GPU/i
const both =
  /\b(?:also|even|same|both|either)\b[^.\n]{0,30}\bon (?:the |a )?cpu\b|\b(?:cpu and (?:gpu|cuda)|(?:gpu|cuda) and (?:the )?cpu|cpu or (?:gpu|cuda))\b|\bon (?:the |a )?cpu[, ]{1,2}(?:too|as well|also)\b/i

/** A device that the line names; null where it names none. */
export function deviceIn(text: string): { name: string; gpu: boolean } | null {
  const found = card.exec(text)
  if (found !== null && !none.test(text)) return { name: found[0].trim(), gpu: true }
  const other = chip.exec(text)
  return other === null ? null : { name: other[0], gpu: false }
}

/** Whether the line says that a GPU takes part (with its words), that none does, or nothing of it. */
export function saysOfGpu(text: string): { takes: string } | 'none' | null {
  if (none.test(text) || both.test(text)) return 'none'
  const found = some.exec(text)
  return found === null ? null : { takes: found[0].trim() }
}
