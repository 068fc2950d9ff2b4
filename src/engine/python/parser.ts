import { createRequire } from 'node:module'
import { Language, Parser } from 'web-tree-sitter'

let loading: Promise<Parser> | undefined

/** The Python parser, loaded once (about 50 ms). Parsing is synchronous; delete the trees that it gives. */
export function pythonParser(): Promise<Parser> {
  loading ??= load()
  return loading
}

async function load(): Promise<Parser> {
  await Parser.init()
  const require = createRequire(import.meta.url)
  const grammar = await Language.load(require.resolve('@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm'))
  const parser = new Parser()
  parser.setLanguage(grammar)
  return parser
}
