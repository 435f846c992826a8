/** A mail address as browsers check it (HTML, input type=email), of a domain that mails can come to. */
export const EMAIL =
  /^[a-z\d.!#$%&'*+/=?^_`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
