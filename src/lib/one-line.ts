/**
 * One line of plain text: no control, no broken letter, nothing that turns the direction of writing. Joiners
 * (U+200C, U+200D) stay: Indian scripts need them.
 */
export const ONE_LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u
