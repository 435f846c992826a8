/**
 * One line of plain text, without control characters, lone surrogates or characters that change the
 * writing direction. Joiners (U+200C, U+200D) are allowed, as Indian scripts need them.
 */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u
