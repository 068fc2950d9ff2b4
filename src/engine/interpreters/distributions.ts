/** Modules whose distribution has another name; from the packages' own metadata. */
const named: Record<string, string> = {
  cv2: 'opencv-python',
  sklearn: 'scikit-learn',
  skimage: 'scikit-image',
  PIL: 'pillow',
  yaml: 'pyyaml',
  bs4: 'beautifulsoup4',
  attr: 'attrs',
  dateutil: 'python-dateutil',
  google: 'protobuf',
  Crypto: 'pycryptodome',
  nvidia_smi: 'nvidia-ml-py3',
  pynvml: 'nvidia-ml-py',
  dotenv: 'python-dotenv',
  absl: 'absl-py',
  OpenSSL: 'pyopenssl',
  serial: 'pyserial',
  git: 'gitpython',
  faiss: 'faiss-cpu',
  pkg_resources: 'setuptools',
  docx: 'python-docx',
  slugify: 'python-slugify',
  umap: 'umap-learn',
  imblearn: 'imbalanced-learn',
  ruamel: 'ruamel-yaml',
  zmq: 'pyzmq',
  psycopg2: 'psycopg2-binary',
  MySQLdb: 'mysqlclient',
  fitz: 'pymupdf',
  usb: 'pyusb',
  wx: 'wxpython',
  community: 'python-louvain',
  pl_bolts: 'lightning-bolts',
  hydra: 'hydra-core',
  clip: 'openai-clip',
  whisper: 'openai-whisper',
}

/** The distribution that a top-level module is installed by, in canonical spelling (PEP 503). */
export function distributionOf(module: string): string {
  return Object.hasOwn(named, module) ? (named[module] as string) : canonicalName(module)
}

/** Lower case, with `-` for runs of `-`, `_` and `.` (PEP 503). Builds of tensorflow for one device are tensorflow. */
export function canonicalName(name: string): string {
  const canonical = name.toLowerCase().replace(/[-_.]+/g, '-')
  return /^tensorflow-(cpu|gpu|intel|macos)$/.test(canonical) ? 'tensorflow' : canonical
}
