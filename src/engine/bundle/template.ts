import { readFileSync } from 'node:fs'
import { resource } from '../resources.ts'

/** Fills the `{{slots}}` of a file of resources/templates. A section with slots that all stay empty is left out with its heading. */
export function fillTemplate(name: string, slots: Record<string, string>): string {
  const slot = /\{\{([\w-]+)\}\}/g
  return readFileSync(resource('templates', name), 'utf8')
    .split(/^(?=## )/m)
    .filter((section) => {
      const used = [...section.matchAll(slot)].map((m) => slots[m[1] ?? ''] ?? '')
      return used.length === 0 || used.some((text) => text !== '')
    })
    .map((section) =>
      section.replace(/\{\{([\w-]+)\}\}(\n{0,2})/g, (_, key: string, end: string) =>
        slots[key] ? slots[key] + end : '',
      ),
    )
    .join('')
    .trimEnd()
    .concat('\n')
}
