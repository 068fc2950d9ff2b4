import type { PythonSource } from '../../python/source.ts'

const number = (text: string | undefined, fallback: number) => {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : fallback
}

/** A tensor that the first layer of the script takes, as a Python expression; null where no layer tells. */
export function inputShape(source: PythonSource): { value: string } | null {
  const text = source.text
  const layer =
    /\b(Linear|Conv1d|Conv2d|Conv3d|Embedding|LSTM|GRU|RNN|LSTMCell|GRUCell|TransformerEncoderLayer|MultiheadAttention|BatchNorm1d|BatchNorm2d)\(\s*(?:in_features=|in_channels=|d_model=|input_size=|num_embeddings=)?([\w.]+)/.exec(
      text,
    )
  if (layer === null) return null
  const size = number(layer[2], number(constantOf(text, layer[2] ?? ''), 8))
  switch (layer[1]) {
    case 'Conv1d':
      return { value: `torch.randn(4, ${size}, 64)` }
    case 'Conv2d':
    case 'BatchNorm2d':
      return { value: `torch.randn(4, ${size}, 32, 32)` }
    case 'Conv3d':
      return { value: `torch.randn(4, ${size}, 16, 16, 16)` }
    case 'Embedding':
      return { value: `torch.randint(0, ${size}, (4, 12))` }
    case 'LSTM':
    case 'GRU':
    case 'RNN':
    case 'TransformerEncoderLayer':
    case 'MultiheadAttention':
      return { value: `torch.randn(4, 12, ${size})` }
    default:
      return { value: `torch.randn(4, ${size})` }
  }
}

/** What the loss of the script compares with, as a Python expression; null where no loss tells. */
export function lossTarget(source: PythonSource): string | null {
  const text = source.text
  const outputs = [...text.matchAll(/\bLinear\(\s*[\w.*+ ]+,\s*(?:out_features=)?([\w.]+)/g)].at(-1)?.[1]
  const width = number(outputs, number(constantOf(text, outputs ?? ''), 2))
  if (/CrossEntropy|cross_entropy|NLLLoss|nll_loss/.test(text)) return `torch.randint(0, ${width}, (4,))`
  if (/BCE|binary_cross_entropy/.test(text)) return `torch.randint(0, 2, (4, ${width})).float()`
  if (/MSELoss|mse_loss|L1Loss|l1_loss|SmoothL1|smooth_l1|Huber/.test(text)) return `torch.randn(4, ${width})`
  return null
}

/** The literal that a name is set to at the top level or as a default argument. */
function constantOf(text: string, name: string): string | undefined {
  if (!/^\w+$/.test(name)) return undefined
  return new RegExp(`\\b${name}\\s*(?::\\s*int\\s*)?=\\s*(\\d+)\\b`).exec(text)?.[1]
}
