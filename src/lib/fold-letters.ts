// Combining marks of Latin letters; those of Devanagari are vowels and stay. Joiners are invisible.
export const UNREAD = "\u0300-\u036f\u200b-\u200d'’ʼ`"
const ALL_UNREAD = new RegExp(`[${UNREAD}]`, 'g')

/** A text as it is compared with what somebody typed: without case, accents and apostrophes. */
export function foldLetters(text: string): string {
  return text.normalize('NFKD').replace(ALL_UNREAD, '').toLowerCase()
}
