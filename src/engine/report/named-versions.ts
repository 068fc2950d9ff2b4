import { canonicalName } from '../interpreters/distributions.ts'

const packages =
  'torch|pytorch|torchvision|torchaudio|tensorflow(?:-cpu|-gpu|-macos)?|tf-nightly|tf|keras-nightly|keras|jax|jaxlib|flax|optax|numpy|scipy|pandas|scikit-learn|sklearn|transformers|accelerate|datasets|diffusers|peft|lightning|pytorch[- _]lightning|torch[-_]geometric|pyg|python|py|matplotlib|seaborn|h5py|triton|onnx|onnxruntime|timm|einops|gym|gymnasium|tokenizers|sentence-transformers'
const version = String.raw`[vV]?(\d+(?:\.\d+){0,3}(?:(?:a|b|rc|\.?dev|\.?post)\d+)?(?:\+\w+)?)`
/** `torch 1.13`, `torch==2.1.0`, `PyTorch Version (e.g., 1.0): 1.2`, `| keras | 3.1 |`, `"torch": "2.0"`, `python3.8`. */
const named = new RegExp(
  String.raw`(?<![\w./-])(${packages})(?![A-Za-z_/-])(?:\.__version__)?["'\x60*]{0,3}\s*(?:versions?|ver\.?|Version)?["'\x60*]{0,3}\s*(?:\((?!\d)[^()\n]{0,60}\))?\s*(?:is|was|from \d[\w.+]* to|=>|>=|:-|[:=|~]{1,2}|@|\()?\s*["'\x60*]{0,3}\s*${version}(?![\w.]*\s?%)`,
  'gi',
)
const pinned = /^\s*([A-Za-z][\w.-]{1,60})(?:\[[\w,]+\])?\s*==\s*v?(\d+(?:\.[\w+!-]+)+)/
const column = /^\s*([A-Za-z][\w.-]{1,60})\s+v?(\d+\.\d+[\w.+!-]*)(?:\s+[\w.+-]+)*\s*$/
/** Said of another version than the one that shows the bug. */
const elsewhere =
  /\b(?:work(?:s|ed|ing)|runs? fine|fine (?:in|on|with)|was (?:ok|fine|right)|previous(?:ly)?|older|downgrad\w*|upgrading to|newer|fixed in|requires?|needs?|at least|or (?:later|newer|higher)|tutorial|written for|supports?|not in|gone (?:in|on|with)|instead of|compatible)\b[^.;]{0,40}$/i
const aliases: Record<string, string> = {
  pytorch: 'torch',
  tf: 'tensorflow',
  'tf-nightly': 'tensorflow',
  'keras-nightly': 'keras',
  sklearn: 'scikit-learn',
  py: 'python',
  pyg: 'torch-geometric',
  'pytorch lightning': 'pytorch-lightning',
}

/** Packages and versions that a line names. In a dump every row is one; in prose only packages that are known count. */
export function versionsIn(line: string, dump: boolean): [string, string][] {
  const text = line.slice(0, 2000)
  const row = text.replace(/^\s*\[(?:pip3?|conda)\]\s*/, '')
  const found = pinned.exec(row) ?? (dump ? column.exec(row) : null)
  if (found !== null) return [[packageName(found[1] ?? ''), found[2] ?? '']]
  return [...text.matchAll(named)]
    .filter(
      (m) =>
        isVersion(m[1] ?? '', m[2] ?? '') && (dump || !elsewhere.test(text.slice(Math.max(0, m.index - 60), m.index))),
    )
    .map((m) => [packageName(m[1] ?? ''), m[2] ?? ''])
}

/** `tf 1` and `Python 3` say too little, and `torch 2025` is a year. */
const isVersion = (name: string, found: string) =>
  found.includes('.') && Number(found.split('.')[0]) < 100 && !(/^(?:py|tf)$/i.test(name) && !/\d\.\d/.test(found))

/** The canonical distribution name of what people call a package. */
export function packageName(name: string): string {
  const lower = name.toLowerCase()
  return canonicalName(aliases[lower] ?? lower)
}
