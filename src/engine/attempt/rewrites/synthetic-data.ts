import type { Node } from 'web-tree-sitter'
import { applyEdits, type PythonSource } from '../../python/source.ts'
import type { RewriteRule } from '../rule.ts'
import { importsOf } from './drop-peripheral.ts'
import { insertAfterImports } from './stand-ins.ts'

/** Channels, height, width and classes of data sets that are downloaded by name; from their own pages. */
const images: Record<string, [number, number, number, number]> = {
  MNIST: [1, 28, 28, 10],
  FashionMNIST: [1, 28, 28, 10],
  KMNIST: [1, 28, 28, 10],
  EMNIST: [1, 28, 28, 47],
  USPS: [1, 16, 16, 10],
  CIFAR10: [3, 32, 32, 10],
  CIFAR100: [3, 32, 32, 100],
  SVHN: [3, 32, 32, 10],
  STL10: [3, 96, 96, 10],
  ImageFolder: [3, 64, 64, 2],
  ImageNet: [3, 64, 64, 1000],
  FakeData: [3, 64, 64, 10],
}
const kerasSets: Record<string, [number[], number]> = {
  mnist: [[28, 28], 10],
  fashion_mnist: [[28, 28], 10],
  cifar10: [[32, 32, 3], 10],
  cifar100: [[32, 32, 3], 100],
}
const rows = 64

/** Data sets that the code downloads are replaced by noise of the same shape: a run has no network and nothing on disk. */
export const syntheticData: RewriteRule = {
  name: 'synthetic-data',
  when: 'static',
  propose({ source, applied, report }) {
    if (applied.some((r) => r.name === 'synthetic-data') || isAboutData(report.title)) return null
    const sets = downloads(source)
    if (sets.length === 0) return null
    const names = [...new Set(sets.map((s) => s.name))]
    return {
      parameters: {},
      reason: `${names.join(' and ')} cannot be downloaded in a run: noise of the same shape takes its place (${rows} samples)`,
      effect: 'synthetic-data',
      defines: sets.flatMap((s) => boundNames(s.call)),
    }
  },
  apply(source) {
    const sets = downloads(source)
    const text = applyEdits(source.text, [
      ...sets.map((s) => ({ start: s.call.startIndex, end: s.call.endIndex, text: s.replacement })),
      ...visionImports(source),
    ])
    const helpers = [
      sets.some((s) => s.replacement.startsWith('Noise(')) ? noise : '',
      sets.some((s) => s.replacement.startsWith('noise_arrays(')) ? noiseArrays : '',
    ].filter((h) => h !== '')
    return helpers.length === 0 ? text : insertAfterImports(text, helpers.join('\n'))
  },
}

/** A bug in getting the data cannot be shown without getting it. */
const isAboutData = (title: string) => /download|url|404|ssl|mirror|checksum|md5/i.test(title)

type Download = { call: Node; name: string; replacement: string }

function downloads(source: PythonSource): Download[] {
  return source.nodes('call').flatMap((call): Download[] => {
    const callee = call.childForFieldName('function')?.text ?? ''
    const parts = callee.split('.')
    const name = parts.at(-1) ?? ''
    const vision = images[name]
    if (
      vision !== undefined &&
      (/datasets?$/.test(parts.at(-2) ?? '') || /from torchvision\.datasets import/.test(source.text))
    ) {
      const [channels, height, width, classes] = vision
      return [{ call, name, replacement: `Noise(${channels}, ${height}, ${width}, ${classes})` }]
    }
    const keras = kerasSets[parts.at(-2) ?? '']
    if (name === 'load_data' && keras !== undefined)
      return [
        { call, name: parts.at(-2) as string, replacement: `noise_arrays((${keras[0].join(', ')}), ${keras[1]})` },
      ]
    return []
  })
}

/** With its data sets replaced, torchvision is needed for transforms at most; they take a picture that noise is already. */
function visionImports(source: PythonSource): { start: number; end: number; text: string }[] {
  const used = source.text.replace(/^\s*(?:import|from) .*$/gm, '')
  return importsOf(source)
    .filter(({ root, node }) => root === 'torchvision' && !/models|ops|\bio\b/.test(node.text))
    .map(({ node, names }) => {
      const left = names.filter((n) => new RegExp(`\\b${n}\\b`).test(used) && !images[n])
      const text = left.length === 0 ? 'pass' : left.map((n) => `${n} = Untransformed()`).join('; ')
      return { start: node.startIndex, end: node.endIndex, text: `${left.length === 0 ? '' : untransformed}${text}` }
    })
}

const untransformed = `class Untransformed:
    """Stands in for transforms: the data is noise in its final shape."""

    def __getattr__(self, name):
        return lambda *args, **kwargs: (lambda picture: picture)


`

const noise = `import torch


class Noise(torch.utils.data.Dataset):
    """Stands in for a data set that cannot be downloaded: noise in its shape."""

    def __init__(self, channels, height, width, classes, size=${rows}):
        self.data = torch.rand(size, channels, height, width)
        self.targets = torch.arange(size) % classes
        self.classes = list(range(classes))

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.data[index], int(self.targets[index])

`

const noiseArrays = `import numpy


def noise_arrays(shape, classes, size=${rows}):
    """Stands in for a data set that cannot be downloaded: noise in its shape."""
    values = (numpy.random.rand(size, *shape) * 255).astype("uint8")
    labels = (numpy.arange(size) % classes).astype("uint8")
    return (values, labels), (values.copy(), labels.copy())

`

function boundNames(call: Node): string[] {
  for (let at = call.parent; at !== null; at = at.parent) {
    if (at.type === 'assignment') return at.childForFieldName('left')?.text.match(/[A-Za-z_]\w*/g) ?? []
    if (/statement$/.test(at.type)) return []
  }
  return []
}
