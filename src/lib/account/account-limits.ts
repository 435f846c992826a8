/** Longest texts of an account, in characters. */
export const ACCOUNT_LENGTHS = { name: 80, email: 254, phone: 20, password: 128 } as const
