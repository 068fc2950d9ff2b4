const package_ = String.raw`[A-Za-z][\w.-]{0,60}`
const number = String.raw`v?\d+(?:\.\w+)+(?:[+!-][\w.]+)?`
/** `torch==2.1.0`, `torch 2.1.0 pypi_0 pypi`, `torch @ file:///…`. */
const frozen = new RegExp(
  String.raw`^\s*(?:${package_}(?:\[[\w,]+\])?\s*(?:===?|>=|~=)\s*${number}|${package_}\s+${number}(?:\s+[\w.]+){0,3}|${package_} @ \S+|-e (?:git\+|\S*/)\S+)\s*\\?$`,
)
/** `- PyTorch version: 2.1`, `| keras | 3.1 |`, `OS: Linux`. */
const stated =
  /^\s*(?:[-*|•>]\s*)?[*_"'\x60]{0,3}(?:(?:py)?torch\w*|tensorflow\S*|keras|jax\w*|flax|numpy|scipy|pandas|python|cuda\w*|cudnn|os|operating system|platform|transformers|(?:pytorch[- ])?lightning|[\w-]+[-_]geometric|scikit-learn|accelerate|diffusers|gcc|clang|cmake|libc|driver|nvidia driver|gpus?|gpu model\S*|cpu|how you installed \w+|build command|any other relevant information|system|machine|versions? of \w+)\b[\w .,()/'’-]{0,60}[*_"'\x60]{0,3}\s*(?:==|[:=|])\s*\S.{0,120}$/i
const bare = new RegExp(
  String.raw`^\s*[-*]?\s*(?:(?:py)?torch\w*|tensorflow\S*|keras|jax\w*|numpy|python|cuda|cudnn|os|[\w-]+[-_]geometric)\s+(?:${number}\S*|\w+[^()=]{0,40})$`,
  'i',
)
const known =
  /^\s*(?:torch\w*|tensorflow\S*|keras|jax\w*|numpy|python|pip|setuptools|cudatoolkit|pytorch\S*|_libgcc_mutex)\s+v?\d/i
const collected =
  /^(?:PyTorch version:|Collecting environment information|Is CUDA available|CUDA used to build|Versions of relevant libraries|# packages in environment at|\[(?:pip3?|conda)\] )/

/** A dump of versions: of a tool that collects them, of pip or conda, or a list that a person typed. */
export function listsVersions(lines: string[]): boolean {
  if (lines.some((l) => collected.test(l))) return true
  const rows = lines.filter((l) => !/^\s*(?:[#|+:-][\s|+:=-]*|\.{3}|…)$|^Package\s+Version|^-{3,}/.test(l))
  if (rows.length === 0) return false
  // `ratio  377.2` is printed; columns are versions where a header says so or a package is among them that everybody has.
  const columns = lines.some((l) => /^\s*Package\s+Version/.test(l)) || rows.some((l) => known.test(l))
  const pinned = rows
    .filter((l) => columns || /==|~=|>=| @ /.test(l))
    .filter((l) => frozen.test(l) && !/\b(?:loss|acc|epoch|step|time|lr|mean|std|beta|gamma|error)\b/i.test(l)).length
  const said = rows.filter((l) => stated.test(l) && !/[=(]\s*\w+\(|\w\.\w+\(/.test(l)).length
  const plain = rows.filter((l) => bare.test(l) && !/^\s*python[\d.]*\s+(?:-\w|\S+\.py|\S*\/)/i.test(l)).length
  const counted = Math.max(pinned + said, plain + said, pinned)
  const names = rows.filter((l) => bare.test(l) && /\d\.\d/.test(l)).length
  return (
    (counted >= 2 && counted >= rows.length * 0.5 && (pinned >= 2 || said + plain >= 2)) ||
    (rows.length === 1 && (names === 1 || (said === 1 && /\d\.\d/.test(rows[0] ?? ''))) && !/[()]/.test(rows[0] ?? ''))
  )
}
