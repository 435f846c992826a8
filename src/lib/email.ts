/**
 * An email address as browsers check it (HTML, input type=email), except that the domain needs a
 * dot.
 */
export const EMAIL =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
