const negation =
  /(?:\b(?:no|not|never|without|neither|nor|hardly|cannot|kein\w*|nicht|ohne|sin|sans|pas|ni|ningún\w*|sem|não|nenhum\w*)|n['’]t|没有|没|无|未|不是|не|нет|без)\s*(?:(?!\b(?:but|only|and|just|while)\b)[\p{L}\w'’-]+\s+){0,3}$/iu
const modal =
  /\b(?:expect(?:ed|s|ing)?|should|would|could|might|must|ought|want(?:ed)?|wish|hop(?:e|ed|ing)|prefer|if|whether|unless|please|either|rather than|instead of|so that|in case|to (?:avoid|prevent)|avoid\w*|prevent\w*)\b/gi
const turn =
  /\b(?:but|however|instead(?! of)|yet|still|although|though|got|get|gets|actual(?:ly)?|observed|is|are|was|returns?|then|whereas|now)\b/i
/** What lies between two claims of one sentence. */
const clauseEnd = /[.;:!?()]\s|,\s(?:it|I|there|the|and|but|which|so)\b|\s[–—-]\s/g

/** `no error`, `does not hang`, `I expected it to crash`, `should raise`: the words before turn the claim around. */
export function denied(text: string, at: number): boolean {
  const before = clauseBefore(text, at).replace(/[`"'*_]+$/, '')
  const wish = [...before.matchAll(modal)].at(-1)
  if (wish !== undefined) {
    const since = before.slice(wish.index + wish[0].length)
    // `It should not be NaN` says that it is.
    if (/(?:\b(?:not|never|no)\b|n['’]t\b)/.test(since)) return /^(?:if|whether|unless)$/i.test(wish[0])
    if (!turn.test(since)) return true
  }
  return negation.test(before)
}

function clauseBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 160), at)
  const last = [...before.matchAll(clauseEnd)].at(-1)
  // The subject of the next clause is kept, as its verb may be negated.
  return last === undefined ? before : before.slice(last.index + 1)
}

/** `…, which is fine`, `as expected`: the words behind say that the reporter does not complain about it. */
export function excused(text: string, end: number): boolean {
  return /^[^.!?\n]{0,120}?(?:,|\(|–|—| -|;)?\s*(?:(?:and |but )?(?:which|that|this)(?: error| one| part)? (?:is|was|'s) (?:fine|ok(?:ay)?|expected|intended|correct|normal|understandable|not the (?:problem|issue|point)|another (?:issue|story|bug))|as expected|as (?:it should|intended)|which I (?:expect|understand))/i.test(
    text.slice(end, end + 200),
  )
}
