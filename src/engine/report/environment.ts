import type { LineSpan, ReportEnvironment, Statement } from '../../shared/report.ts'
import { canonicalName } from '../interpreters/distributions.ts'

const packages =
  'torch|pytorch|torchvision|torchaudio|tensorflow(?:-cpu|-gpu)?|tf|keras|jax|jaxlib|flax|optax|numpy|scipy|pandas|scikit-learn|sklearn|transformers|accelerate|datasets|diffusers|peft|lightning|pytorch[- ]lightning|torch[-_]geometric|pyg|python|py|cuda|cudnn|matplotlib|seaborn|h5py|triton|onnx|onnxruntime|timm|einops|gym|gymnasium|tokenizers|sentence-transformers'
const version = String.raw`v?(\d+(?:\.\d+){0,3}(?:(?:a|b|rc|\.?dev|\.?post)\d+)?(?:\+\w+)?)`
/** `torch 1.13`, `torch==2.1.0`, `PyTorch Version (e.g., 1.0): 1.2`, `| keras | 3.1 |`, `"torch": "2.0"`. */
const named = new RegExp(
  String.raw`(?<![\w./-])(${packages})(?![\w-])["'\x60*]{0,3}\s*(?:version|versions|ver\.?)?\s*(?:\((?!\d)[^)\n]{0,40}\))?\s*(?:is|was|=>|>=|[:=|~]{1,2}|@)?\s*["'\x60*]{0,3}\s*${version}(?![\w.]*\w*%)`,
  'gi',
)
const frozen = /^\s*([A-Za-z][\w.-]{1,60})\s*(?:==|\s{2,}|\t|\s@\s)\s*v?(\d+\.\d+[\w.+!-]*)(?:\s+[\w-]+)*\s*$/
const os =
  /\b(Ubuntu|Debian(?: GNU\/Linux)?|CentOS|Fedora|Arch Linux|Red Hat|macOS|Mac OS X?|OS X|Windows|Win|Linux|WSL2?)\b[ \t]*(?:Server |Home |Pro )?(\d+(?:\.\d+)*)?/i
const card =
  /\b((?:NVIDIA |GeForce |Tesla |Quadro )*(?:RTX|GTX)[ -]?(?:A?\d{3,4})(?: ?Ti| ?Super)?|(?:NVIDIA )?[AHLVBT](?:4|10|30|40|100|200|800)(?:[ -]?(?:NVL|SXM\d?|PCIe|\d+GB))?(?![\w.])|Tesla [KPTVM]\d+|Titan [A-Z]\w*|MI\d{3}X?|M[1-4](?: Pro| Max| Ultra)?(?= chip| GPU| Mac| MacBook))/
const someGpu =
  /\b(?:one|two|four|eight|single|\d+)(?: \w+)? (?:GPUs?|cards?)\b|\bon (?:a |the |my )?GPUs?\b|\bon cuda\b|\bmulti-?gpu\b/i
const noGpu =
  /\b(?:no|without(?: a| any)?|not have a|lacks? a|instead of a|CPU[- ]only) ?(?:GPUs?|cuda|cards?)\b|\bGPUs? (?:do|does) nothing\b|\bno GPU\b|CUDA available: *(?:False|No)|cuda +not available|\bsin GPU\b|\bkeine GPU\b/i
const aliases: Record<string, string> = {
  pytorch: 'torch',
  tf: 'tensorflow',
  sklearn: 'scikit-learn',
  py: 'python',
  pyg: 'torch-geometric',
  'pytorch lightning': 'pytorch-lightning',
}

/** Versions, system and devices that the report names, from dumps and from prose. Code and output are left out by the caller. */
export function findEnvironment(lines: { text: string; number: number }[]): ReportEnvironment {
  const versions: ReportEnvironment['versions'] = {}
  let system: Statement | null = null
  const devices: Statement[] = []
  let gpu = false
  let denied = false
  for (const { text, number } of lines) {
    const at: LineSpan = { start: number, end: number }
    for (const [name, found] of versionsIn(text)) versions[name] ??= { version: found, lines: at }
    const isTemplate = /e\.g\./i.test(text)
    const seen = os.exec(text)
    if (seen !== null && system === null && !isTemplate) system = { text: seen[0].trim(), lines: at }
    const device = card.exec(text)
    if (device !== null && !noGpu.test(text)) devices.push({ text: device[0].trim(), lines: at })
    if (noGpu.test(text)) denied = true
    else if (someGpu.test(text)) {
      gpu = true
      if (device === null) devices.push({ text: someGpu.exec(text)?.[0] ?? 'GPU', lines: at })
    }
  }
  return { versions, os: system, devices: devices.slice(0, 10), gpu: !denied && (gpu || devices.length > 0) }
}

function versionsIn(text: string): [string, string][] {
  const pinned = frozen.exec(text)
  if (pinned !== null && !/\b(loss|acc|epoch|step|lr|time)\b/i.test(pinned[1] as string))
    return [[canonical(pinned[1] as string), pinned[2] as string]]
  return [...text.slice(0, 2000).matchAll(named)]
    .filter((m) => !/^(cuda|cudnn)$/i.test(m[1] as string))
    .filter((m) => isVersion(m[1] as string, m[2] as string))
    .map((m) => [canonical(m[1] as string), m[2] as string])
}

/** `tf 1`, `Python 3` say too little, `torch 2025` is a year. */
const isVersion = (name: string, found: string) =>
  found.includes('.') && Number(found.split('.')[0]) < 100 && !(/^(py|tf)$/i.test(name) && !/\d\.\d/.test(found))

function canonical(name: string): string {
  const lower = name.toLowerCase()
  return canonicalName(aliases[lower] ?? lower)
}
