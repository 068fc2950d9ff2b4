import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { describe, expect, it } from 'vitest'
import { fenced, inlineCode, prose } from '../../../src/engine/bundle/markdown-text.ts'

const parse = (text: string) => fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
function* nodes(node: Nodes): Generator<Nodes> {
  yield node
  if ('children' in node) for (const child of node.children) yield* nodes(child)
}
const kinds = (text: string) => new Set([...nodes(parse(text))].map((n) => n.type))
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<img src=x>',
        '[a](http://x.y)',
        '![a](http://x.y)',
        '`',
        '```',
        '~~~',
        '\n',
        '# ',
        '- ',
        '1. ',
        '> ',
        '/close',
        '@all',
        '#12',
        '**',
        '__',
        '|',
        '---',
        '<!--',
        '&lt;',
        '\\',
        '[^1]',
        '[x]: y',
        '$$',
        '    ',
        'a',
        '_b_',
        'GH-1',
      ),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe('foreign text in an issue', () => {
  it('is prose and nothing else, whatever it says', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const found = kinds(`> ${prose(text)}`)
        for (const kind of found)
          expect(['root', 'blockquote', 'paragraph', 'text', 'inlineCode', 'link'], prose(text)).toContain(kind)
        for (const node of nodes(parse(`- ${prose(text)}`))) {
          // Only a bare address becomes a link: it shows where it goes.
          if (node.type === 'link')
            expect(node.url).toContain(node.children.map((c) => ('value' in c ? c.value : '')).join(''))
        }
      }),
      { numRuns: 400 },
    )
  })

  it.each([
    ['notifies nobody', 'thanks @octocat', 'thanks @\u200boctocat'],
    ['refers to no other issue', 'fixes #12, org/repo#3, GH-7', 'fixes #\u200b12, org/repo#\u200b3, GH-\u200b7'],
    ['gives the tracker no command', '/close', '\\/close'],
    ['is no HTML', '<script>x</script>', '&lt;script&gt;x&lt;/script&gt;'],
    ['keeps code as code', 'I expected `x[0]` of `@a`', 'I expected `x[0]` of `@a`'],
    ['leaves names alone', 'in my_model_v2 at 100% of 5', 'in my_model_v2 at 100% of 5'],
    ['does not turn the page around', 'a\u202eb\u0007c', 'abc'],
  ])('%s', (_, text, wanted) => expect(prose(text)).toBe(wanted))

  it('stays within its fence', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const tree = parse(`${fenced(text)}\n\nend`)
        expect(tree.children.map((n) => n.type)).toEqual(['code', 'paragraph'])
      }),
      { numRuns: 200 },
    )
  })

  it('stays within its code', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const code = inlineCode(text)
        if (code === '') return
        expect(parse(`see ${code} end`).children).toMatchObject([
          {
            type: 'paragraph',
            children: [{ type: 'text', value: 'see ' }, { type: 'inlineCode' }, { type: 'text', value: ' end' }],
          },
        ])
      }),
      { numRuns: 200 },
    )
  })
})
