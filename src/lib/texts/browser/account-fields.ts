/** Fields that several screens of accounts have, to the letter where a rule has it. */
export const accountFields = {
  email: 'Email',
  password: 'Password',
  name: 'Name',
  phone: 'Phone number',
  passwordHint: 'At least 8 characters. A few words in a row are easy to remember.',
  newPassword: 'New Password',
} as const
