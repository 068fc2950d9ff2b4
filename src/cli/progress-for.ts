import { jsonProgress, type Progress, textProgress } from './progress.ts'

/** Some terminals do not say how wide they are. */
const unknownColumns = 80

/** Progress as the options and the terminal want it. */
export function progressFor(
  { json, quiet }: { json?: boolean; quiet?: boolean },
  write: (text: string) => void,
): Progress {
  if (json) return jsonProgress(write)
  const live = process.stdout.isTTY && process.env.TERM !== 'dumb'
  return textProgress(write, {
    showOutput: quiet !== true,
    liveColumns: live ? () => process.stdout.columns || unknownColumns : null,
  })
}
