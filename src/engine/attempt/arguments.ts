/** What an argument is for: a size of a constructor, or an input of a module by the kind of layers that it has. */
export type ArgumentKind = 'size' | 'image' | 'sequence' | 'tokens' | 'rows'

/** Made-up sizes are equal, so that shapes fit where the code leaves them open. */
export const madeSize = 8

/** A small value for a parameter, from its annotation first, its name second and its place last, as a Python expression. */
export function argumentFor(name: string, annotation: string, kind: ArgumentKind): string {
  if (/^(?:Optional\[)?(?:int)\b/.test(annotation)) return intFor(name)
  if (/^(?:Optional\[)?float\b/.test(annotation)) return '0.1'
  if (/^(?:Optional\[)?bool\b/.test(annotation)) return 'True'
  if (/^str\b/.test(annotation)) return stringFor(name)
  if (/Tensor/.test(annotation)) return tensorFor(name, kind)
  if (kind === 'size') return sizeFor(name)
  return tensorFor(name, kind)
}

function sizeFor(name: string): string {
  if (
    /^(p|dropout|drop|rate|prob|eps|alpha|beta|gamma|lr|momentum|temperature|tau|scale|weight|lambda_?)/i.test(name) ||
    /_(rate|prob|p|weight|scale)$/.test(name)
  )
    return '0.1'
  if (/^(use|with|is|has|do|enable|return|bidirectional|bias|training|causal)(_|$)/i.test(name)) return 'True'
  if (/device/i.test(name)) return '"cpu"'
  if (/activation|act$/i.test(name)) return 'torch.nn.ReLU()'
  return intFor(name)
}

function intFor(name: string): string {
  if (/head/i.test(name)) return '2'
  if (/kernel|ksize|patch/i.test(name)) return '3'
  if (/layer|depth|stages|blocks|stride|groups|padding|dilation|repeat/i.test(name)) return '2'
  if (/seed/i.test(name)) return '0'
  return String(madeSize)
}

function stringFor(name: string): string {
  if (/device/i.test(name)) return '"cpu"'
  if (/reduction/i.test(name)) return '"mean"'
  return '"a"'
}

function tensorFor(name: string, kind: ArgumentKind): string {
  if (/mask|padding|keep|valid/i.test(name) && kind !== 'image') return `torch.ones(2, ${madeSize}, dtype=torch.bool)`
  if (/^(labels?|targets?|y|index|indices|idx|ids|tokens?|classes)$/i.test(name) && kind !== 'image')
    return `torch.randint(0, ${madeSize}, (2, ${madeSize}))`
  if (/length|lens?$/i.test(name)) return `torch.tensor([${madeSize}, ${madeSize}])`
  switch (kind) {
    case 'image':
      return `torch.rand(2, ${madeSize}, ${madeSize}, ${madeSize})`
    case 'sequence':
      return `torch.rand(2, ${madeSize}, ${madeSize})`
    case 'tokens':
      return `torch.randint(0, ${madeSize}, (2, ${madeSize}))`
    default:
      return `torch.rand(2, ${madeSize})`
  }
}
