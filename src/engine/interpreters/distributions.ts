/** Modules whose distribution has another name; from the packages' own metadata. */
const named: Record<string, string> = {
  cv2: 'opencv-python',
  sklearn: 'scikit-learn',
  skimage: 'scikit-image',
  PIL: 'pillow',
  yaml: 'pyyaml',
  bs4: 'beautifulsoup4',
  torch_geometric: 'torch-geometric',
  pytorch_lightning: 'pytorch-lightning',
  sentence_transformers: 'sentence-transformers',
  huggingface_hub: 'huggingface-hub',
  torch_scatter: 'torch-scatter',
  torch_sparse: 'torch-sparse',
  attr: 'attrs',
  dateutil: 'python-dateutil',
  google: 'protobuf',
  Crypto: 'pycryptodome',
  gym: 'gym',
  IPython: 'ipython',
  nvidia_smi: 'nvidia-ml-py3',
  pynvml: 'nvidia-ml-py',
  GPUtil: 'gputil',
  dotenv: 'python-dotenv',
  absl: 'absl-py',
  tensorflow_datasets: 'tensorflow-datasets',
  tensorflow_probability: 'tensorflow-probability',
  tf_keras: 'tf-keras',
  torch_xla: 'torch-xla',
}

/** The distribution that a top-level module is installed by, in canonical spelling (PEP 503). */
export function distributionOf(module: string): string {
  return named[module] ?? canonicalName(module)
}

/** Lower case, with `-` for runs of `-`, `_` and `.` (PEP 503). Builds of tensorflow for one device are tensorflow. */
export function canonicalName(name: string): string {
  const canonical = name.toLowerCase().replace(/[-_.]+/g, '-')
  return /^tensorflow-(cpu|gpu|intel|macos)$/.test(canonical) ? 'tensorflow' : canonical
}
