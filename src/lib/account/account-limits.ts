/** Fewest characters of a password (A22). */
export const MIN_PASSWORD_LENGTH = 8
/** Longest texts of an account, in characters; an email may have no more anywhere (RFC 5321). */
export const ACCOUNT_LENGTHS = { name: 80, email: 254, phone: 20, password: 128 } as const
