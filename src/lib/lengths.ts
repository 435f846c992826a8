/** Fewest characters of a password (A22). */
export const MIN_PASSWORD_LENGTH = 8

/** Longest texts of an account, in characters; an email may have no more anywhere (RFC 5321). */
export const ACCOUNT_LENGTHS = { name: 80, email: 254, phone: 20, password: 128 } as const

/** Longest texts of the contact form, in characters, and its shortest message. */
export const CONTACT_LENGTHS = { name: 80, email: ACCOUNT_LENGTHS.email, message: 2000 } as const
export const MIN_MESSAGE_LENGTH = 10
