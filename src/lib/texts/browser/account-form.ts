import { MAX_PORTRAIT_MIB } from '#lib/limits.ts'

/**
 * Messages of account forms, in the browser and in answers; verbatim where a rule gives the
 * wording.
 */
export const accountFormMessages = {
  blank: {
    name: 'Name cannot be blank!',
    email: 'Email cannot be blank!',
    phone: 'Phone number cannot be blank!',
    password: 'Password cannot be blank!',
  },
  verifyFirst: 'Please verify your email first: we have sent you a code!',
  usedLink: 'This link has already been used or has expired. Please ask for a new one!',
  fillProfile: 'Please fill all the details',
  fillPassword: 'Please fill all the fields!',
  notConfirmed: 'Please confirm valid password!',
  otpLength: 'Please enter the 6-digit code!',
  userNotFound: 'User not Found!',
  loginFailed: 'Failed to login!',
  popupBlocked: 'The Google window was blocked. Please allow pop-ups and try again!',
  pictureRefused: 'Please upload an image in JPEG, JPG, PNG, or WEBP format!',
  pictureTooLarge: `Please choose an image of up to ${MAX_PORTRAIT_MIB} MB!`,
} as const
