import { ACCOUNT_LENGTHS, MIN_PASSWORD_LENGTH } from '#lib/lengths.ts'
import { MAX_ADDRESSES } from '#lib/limits.ts'
import { counted } from '#lib/texts/counted.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'

/** Messages about accounts; verbatim where a rule gives the wording. */
export const accountMessages = {
  signedIn: 'Loggedin successfully!',
  signedUp: 'Registered successfully!',
  wrongPair: 'Invalid email or password!',
  busy: 'Too many people are signing in right now. Please try again in a moment!',
  malformed: {
    name: `Please enter a name in one line, at most ${ACCOUNT_LENGTHS.name} characters!`,
    email: orderMessages.email,
    phone: orderMessages.phone,
    password: 'Please enter a valid password!',
  },
  weak: {
    short: `Please choose a password of at least ${MIN_PASSWORD_LENGTH} characters!`,
    long: `Please choose a password of at most ${ACCOUNT_LENGTHS.password} characters!`,
    common: 'This password is one of the most common ones; please choose another!',
    shop: 'Please choose a password that is not just the name of the shop!',
    email: 'Please choose a password that does not contain the name in your email!',
    same: 'Please choose a password other than the old one!',
  },
  verified: 'Email verified successfully!',
  verifiedElsewhere:
    'Email verified successfully! Please choose your password with the link we have just emailed you.',
  wrongCode: 'This code is wrong or has expired!',
  codeSent: 'If this email can be verified, a new code is on its way!',
  linkSent: 'If there is an account for this email, a link is on its way!',
  passwordReset: 'Password changed successfully! Please sign in.',
  profileSaved: 'Profile updated successfully!',
  passwordSaved: 'Password changed successfully!',
  wrongPassword: 'The old password is incorrect!',
  lastOwner: 'You are the only owner of this shop. Make somebody else an owner first.',
  wrongOwnPassword: 'The password is incorrect!',
  pictureSaved: 'Image uploaded successfully!',
  deleted: 'Your account has been deleted.',
  addressSaved: 'Address saved successfully!',
  addressDeleted: 'Address deleted successfully!',
  malformedAddress: 'Please check this field!',
  tooManyAddresses: `You can save up to ${MAX_ADDRESSES} addresses. Please delete one first!`,
  sessionsEnded: 'You are signed out everywhere else!',
  sessionEnded: 'That device has been signed out!',
  /** Adds to a message how many devices of staff were told of no more orders. */
  withSilenced: (message: string, silenced: number) =>
    silenced === 0
      ? message
      : `${message} ${counted(silenced, 'device')} will no longer ring for new orders. To turn ringing on again, sign in to the desk on ${silenced === 1 ? 'it' : 'each of them'}.`,
  /** `Chrome on Android`: enough for shoppers to recognize their own devices. */
  device: (browser: string | undefined, system: string | undefined) =>
    [browser ?? 'A browser', system && `on ${system}`].filter(Boolean).join(' '),
  /** Stored in place of the name of a reviewer or buyer who has deleted the account. */
  formerCustomer: 'A former customer',
  googleFailed: 'Failed to login!',
  googleSignedIn: 'User Authenticated Successfully!',
  googleOff: 'Google sign-in is not available here.',
  googleTaken:
    'This email has an account with a password: please sign in with it, or use Forgot Password!',
  refused: 'The shop could not read that. Please reload the page and try again.',
  otherAccount: 'You are signed in to another account now, so nothing was changed.',
  notYours: 'This belongs to somebody else!',
  tooMany: (seconds: number) =>
    seconds < 120
      ? `Too many attempts. Please try again in ${seconds} seconds!`
      : `Too many attempts. Please try again in ${Math.ceil(seconds / 60)} minutes!`,
} as const
