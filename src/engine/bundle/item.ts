export const itemKinds = [
  'script',
  'issue',
  'environment',
  'report',
  'plan',
  'attempt',
  'check',
  'log',
  'verdict',
  'events',
  'reply',
  'readme',
] as const
export type ItemKind = (typeof itemKinds)[number]

/** What a file of the bundle holds. A `file` is read from the disk when the bundle is written. */
export type ItemContent =
  | { as: 'text'; text: string }
  | { as: 'python'; text: string }
  | { as: 'json'; value: unknown }
  | { as: 'json-lines'; values: unknown[] }
  | { as: 'file'; file: string; bytes: number }

export type BundleItem = {
  /** In the bundle, with `/`. */
  path: string
  kind: ItemKind
  content: ItemContent
  /** What goes first when the bundle is too large: 0 is never left out. */
  priority: number
}

/** A file as it goes into the zip, redacted. */
export type BundleFile = { path: string; kind: ItemKind; bytes: Buffer }

/** The text that is written for an item that is in memory. */
export function itemText(content: Exclude<ItemContent, { as: 'file' }>): string {
  switch (content.as) {
    case 'text':
    case 'python':
      return content.text
    case 'json':
      return `${JSON.stringify(content.value, null, 2)}\n`
    case 'json-lines':
      return content.values.map((value) => `${JSON.stringify(value)}\n`).join('')
  }
}
