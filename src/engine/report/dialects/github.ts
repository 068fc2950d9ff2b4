import { z } from 'zod'
import { type Dialect, joinComments } from './dialect.ts'

const person = z.object({ login: z.string() }).nullish()
const comment = z.object({
  body: z.string().nullish(),
  user: person,
  author: person,
  created_at: z.string().nullish(),
  createdAt: z.string().nullish(),
})
const issue = z.object({
  title: z.string(),
  body: z.string().nullable(),
  // REST gives their number, gh the comments themselves.
  comments: z.union([z.number(), z.array(comment)]).optional(),
  comments_data: z.array(comment).optional(),
})

/** GitHub's REST, `gh issue view --json`, or an array of the issue and its comments. */
export const githubIssue: Dialect = {
  origin: 'github',
  read(json) {
    const [head, ...rest] = Array.isArray(json) ? json : [json]
    const nested = (head as { issue?: unknown } | null)?.issue
    const outer =
      nested === undefined ? head : { ...(nested as object), comments: (head as { comments?: unknown }).comments }
    const parsed = issue.safeParse(outer)
    if (!parsed.success) return null
    const { title, body, comments, comments_data } = parsed.data
    const more = z.array(comment).safeParse(rest.filter((r) => (r as { title?: unknown } | null)?.title === undefined))
    const all = [
      ...(Array.isArray(comments) ? comments : []),
      ...(comments_data ?? []),
      ...(more.success ? more.data : []),
    ]
    const read = all.map((c) => ({
      author: (c.user ?? c.author)?.login ?? 'somebody',
      at: c.created_at ?? c.createdAt ?? '',
      text: c.body ?? '',
    }))
    return { title, text: joinComments(body ?? '', read) }
  },
}
