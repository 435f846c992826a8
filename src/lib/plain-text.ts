/** Line ends and tabs are text; broken letters, other controls and what turns the direction of writing are not. */
export const PLAIN_TEXT =
  /^[^\p{Cs}\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$/u
