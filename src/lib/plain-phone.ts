/**
 * A telephone number as typed: contacts add marks of writing direction when copied, and odd blanks. A country code loses
 * its brackets, so that a number abroad begins with `+`.
 */
export const plainPhone = (text: string): string =>
  text
    .replaceAll(/[\s\p{Cf}]+/gu, ' ')
    .trim()
    .replace(/^\( ?(\+\d+) ?\)/, '$1')
