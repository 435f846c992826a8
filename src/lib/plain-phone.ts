/** A telephone number as typed: contacts add marks of writing direction when copied, and odd blanks. */
export const plainPhone = (text: string): string => text.replaceAll(/[\s\p{Cf}]+/gu, ' ').trim()
