// Ignored when comparing: combining marks of Latin letters (those of Devanagari are vowels and stay),
// invisible joiners, and apostrophes.
export const UNREAD = "\u0300-\u036f\u200b-\u200d'’ʼ`"
const ALL_UNREAD = new RegExp(`[${UNREAD}]`, 'g')

/** Folds a text for comparison with what somebody typed: without case, accents and apostrophes. */
export function foldLetters(text: string): string {
  return text.normalize('NFKD').replace(ALL_UNREAD, '').toLowerCase()
}
