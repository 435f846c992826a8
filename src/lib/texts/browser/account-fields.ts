/** Field labels shared by several account screens; verbatim where a rule gives the wording. */
export const accountFields = {
  email: 'Email',
  password: 'Password',
  name: 'Name',
  phone: 'Phone number',
  passwordHint: 'At least 8 characters. A few words in a row are easy to remember.',
  newPassword: 'New Password',
} as const
