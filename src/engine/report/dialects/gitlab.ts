import { z } from 'zod'
import { type Dialect, joinComments } from './dialect.ts'

const note = z.object({
  body: z.string().nullish(),
  author: z.object({ username: z.string() }).nullish(),
  created_at: z.string().nullish(),
  system: z.boolean().nullish(),
})
const issue = z.object({
  title: z.string(),
  description: z.string().nullable(),
  notes: z.array(note).nullish(),
  discussions: z.array(z.object({ notes: z.array(note) })).nullish(),
})

/** GitLab's issue, with notes or discussions where the file holds them; what the system noted is left out. */
export const gitlabIssue: Dialect = {
  origin: 'gitlab',
  read(json) {
    const parsed = issue.safeParse(json)
    if (!parsed.success) return null
    const { title, description, notes, discussions } = parsed.data
    const all = [...(notes ?? []), ...(discussions ?? []).flatMap((d) => d.notes)].filter((n) => n.system !== true)
    return {
      title,
      text: joinComments(
        description ?? '',
        all.map((n) => ({ author: n.author?.username ?? 'somebody', at: n.created_at ?? '', text: n.body ?? '' })),
      ),
    }
  },
}
