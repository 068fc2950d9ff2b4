import { describe, expect, it } from 'vitest'
import { splitReport } from '../../../src/engine/report/split-report.ts'

const read = async (text: string) => {
  const source = { name: 'report.md', title: 'A title', text, origin: 'markdown', notes: [] } as const
  const { environment } = await splitReport({ ...source, notes: [] })
  const versions = Object.fromEntries(
    Object.entries(environment.versions).map(([name, { version }]) => [name, version]),
  )
  return {
    versions,
    os: environment.os?.text ?? null,
    gpu: environment.gpu,
    devices: environment.devices.map((d) => d.text),
  }
}

describe('versions', () => {
  const said: [string, Record<string, string>][] = [
    ['torch 1.13 on Ubuntu, RTX 3090', { torch: '1.13' }],
    ['PyTorch Version (e.g., 1.0): 1.2', { torch: '1.2' }],
    ['PyTorch Version (e.g., 1.0):', {}],
    ['keras 3.15', { keras: '3.15' }],
    ['I use python3.8 and pytorch 1.7', { python: '3.8', torch: '1.7' }],
    ['torchvision (0.11.1, torch 1.10.0)', { torchvision: '0.11.1', torch: '1.10.0' }],
    ['upgraded torch from 1.12 to 2.0.1', { torch: '2.0.1' }],
    ['It worked with TF 2.3, and now I have TF 2.16.1', { tensorflow: '2.16.1' }],
    ['needs torch>=1.8 to run', {}],
    ['tf-nightly 2.17.0.dev20240301', { tensorflow: '2.17.0.dev20240301' }],
    ['**PyTorch**: `2.0.1+cu118`', { torch: '2.0.1+cu118' }],
    ['Name: torch\nVersion: 2.1.0\nSummary: tensors', { torch: '2.1.0' }],
    ['### Python version\n\n3.9\n\n### TensorFlow version\n\ntf 2.14.0', { python: '3.9', tensorflow: '2.14.0' }],
    ['Python 3 and torch of 2024', {}],
    ['`x = torch.zeros(1.5)` is wrong, keras 97.5 %', {}],
  ]
  it.each(said)('%s', async (text, versions) => expect((await read(text)).versions).toEqual(versions))
})

describe('the operating system', () => {
  const said: [string, string | null][] = [
    ['Win 10, torch 1.13', 'Win 10'],
    ['- OS (e.g., Linux): CentOS 7', 'CentOS 7'],
    ['- OS (e.g., Linux):', null],
    ['### OS platform and distribution\n\nLinux Ubuntu 20.04.3', 'Ubuntu 20.04.3'],
    ['windows of 11 steps slide over it, and it wins', null],
    ['A colleague has Windows\n\nOS: Debian GNU/Linux 12', 'Debian GNU/Linux 12'],
  ]
  it.each(said)('%s', async (text, os) => expect((await read(text)).os).toBe(os))
})

describe('a GPU', () => {
  const takes = [
    'Running on 2x 2080Ti',
    'one A100 with 80 GB',
    'we train on 4 GPUs',
    'only on GPU, the CPU is fine',
    'on cuda it is wrong, on cpu right',
    'Tesla T4 of Colab',
    'es passiert nur auf der GPU',
    '`RuntimeError: CUDA error: device-side assert triggered`',
    'a GTX 1060',
  ]
  it.each(takes)('takes part: %s', async (text) => expect((await read(text)).gpu).toBe(true))

  const without = [
    'no GPU on this box',
    'I do not have a GPU',
    'GPU available: False',
    'Is CUDA available: False',
    'GPU models and configuration: None',
    'CUDA/cuDNN version: N/A',
    'torch 2.0.1+cu118',
    'device = "cuda" if available',
    'CPU-only build, 4 GPUs in the other machine',
    'the same on the CPU and the GPU, I have an RTX 3090',
    'EfficientNet-B4 with batch 100 and top-5',
    'ohne GPU, sin GPU, sans GPU',
    'GPU is not needed',
    'A4 paper, L2 norm, T5 model, V2 of the API',
  ]
  it.each(without)('takes no part: %s', async (text) => expect((await read(text)).gpu).toBe(false))
})
