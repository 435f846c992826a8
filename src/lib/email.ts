/**
 * One plain mail address as the shop may have kept it from earlier times: also of a domain without a dot, or with dots
 * in a row. A line break or a second address is not in it (A06).
 */
export const KEPT_EMAIL = /^[a-z\d!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i

/**
 * One plain mail address, of a domain that mails can come to: no second one, no quoted part, no comment, no line
 * break, no two dots in a row (A06).
 */
export const EMAIL =
  /^(?!\.|.*\.[.@])[a-z\d.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
