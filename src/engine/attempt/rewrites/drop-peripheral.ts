import type { Node } from 'web-tree-sitter'
import { distributionOf } from '../../interpreters/distributions.ts'
import { applyEdits, type PythonSource } from '../../python/source.ts'
import { namesOfSymptom, type RewriteRule } from '../rule.ts'

/** Packages that show, log or host: a snippet computes the same without them. */
const peripheral = new Set(
  'matplotlib seaborn plotly wandb tensorboard tensorboardX mlflow comet_ml neptune clearml torchsummary torchinfo torchviz google IPython ipywidgets rich termcolor colorama loguru coloredlogs tqdm livelossplot visdom pytest nvidia_smi pynvml GPUtil psutil memory_profiler line_profiler dotenv absl icecream'.split(
    ' ',
  ),
)

/** Stands in for what shows and logs, where its package is not installed. */
export const dropPeripheral: RewriteRule = {
  name: 'drop-peripheral',
  when: 'static',
  propose({ source, interpreter, symptom, repository }) {
    const reported = namesOfSymptom(symptom)
    const dropped = importsOf(source)
      .filter(({ root }) => peripheral.has(root) && interpreter.packages[distributionOf(root)] === undefined)
      .filter(({ root }) => !reported.includes(root) && repository?.roots.includes(root) !== true)
    if (dropped.length === 0) return null
    const names = [...new Set(dropped.flatMap((d) => d.names))]
    return {
      parameters: { roots: [...new Set(dropped.map((d) => d.root))] },
      reason: `not installed here and not needed to compute anything: ${[...new Set(dropped.map((d) => d.root))].join(', ')}`,
      effect: 'stand-in',
      defines: names,
    }
  },
  apply(source, { roots }) {
    const wanted = roots as string[]
    const edits = importsOf(source)
      .filter(({ root }) => wanted.includes(root))
      .map(({ node, names, root }) => ({
        start: node.startIndex,
        end: node.endIndex,
        text: names.length === 0 ? 'pass' : names.map((name) => `${name} = ${standIn(root, name)}`).join('; '),
      }))
    const text = applyEdits(source.text, edits)
    return text.includes('Unshown(') ? unshown + text : text
  },
}

const standIn = (root: string, name: string) => {
  if (root === 'tqdm') return name === 'trange' ? 'lambda n, *a, **k: range(n)' : 'lambda it=None, *a, **k: it'
  return 'Unshown()'
}

const unshown = `class Unshown:
    """Stands in for plotting and logging: takes every call and shows nothing."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *args, **kwargs):
        return self

    def __iter__(self):
        return iter((Unshown(), Unshown()))

    def __getitem__(self, key):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


`

/** Every import statement with its top-level package and the names that it binds. */
export function importsOf(source: PythonSource): { node: Node; root: string; names: string[] }[] {
  return source.nodes('import_statement', 'import_from_statement').flatMap((node) => {
    const from = node.childForFieldName('module_name')?.text
    const parts = node.childrenForFieldName('name').filter((n): n is Node => n !== null)
    const names = parts.map(
      (n) => n.childForFieldName('alias')?.text ?? (from ? n.text : (n.text.split('.')[0] ?? n.text)),
    )
    const roots = from
      ? [from.split('.')[0] ?? '']
      : parts.map((n) => (n.childForFieldName('name')?.text ?? n.text).split('.')[0] ?? '')
    return [...new Set(roots)].filter((root) => root !== '').map((root) => ({ node, root, names }))
  })
}
