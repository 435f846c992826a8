import { MIN_PASSWORD_LENGTH } from '#lib/lengths.ts'

/** Fields that several screens of accounts have, to the letter where a rule has it. */
export const accountFieldTexts = {
  email: 'Email',
  password: 'Password',
  name: 'Name',
  phone: 'Phone number',
  passwordHint: `At least ${MIN_PASSWORD_LENGTH} characters. A few words in a row are easy to remember.`,
  newPassword: 'New Password',
} as const
