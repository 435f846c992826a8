/**
 * Plain text with line breaks and tabs, but without lone surrogates, other control characters and
 * characters that change the writing direction.
 */
export const PLAIN_TEXT =
  /^[^\p{Cs}\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$/u
