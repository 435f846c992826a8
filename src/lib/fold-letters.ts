// Ignored when comparing: combining marks of Latin letters (those of Devanagari are vowels and stay),
// invisible joiners, and apostrophes.
export const UNREAD = "\u0300-\u036f\u200b-\u200d'’ʼ`"
/** Letters of ASCII but for its apostrophes. */
const PLAIN = /^[\x00-\x26\x28-\x5f\x61-\x7f]*$/
const ALL_UNREAD = new RegExp(`[${UNREAD}]`, 'g')

/** Folds a text for comparison with what somebody typed: without case, accents and apostrophes. */
export function foldLetters(text: string): string {
  // Most names have none of these, and are folded in a tenth of the time.
  if (PLAIN.test(text)) return text.toLowerCase()
  return text.normalize('NFKD').replace(ALL_UNREAD, '').toLowerCase()
}
