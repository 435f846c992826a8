/** Messages from the scripts of account screens; those for blank fields are in account-form.ts. */
export const formTexts = {
  otpLength: 'Please enter the 6-digit code!',
  userNotFound: 'User not Found!',
  loginFailed: 'Failed to login!',
  popupBlocked: 'The Google window was blocked. Please allow pop-ups and try again!',
  unreachable: 'The shop cannot be reached. Please try again!',
  showTyped: 'Show what I type',
  hideTyped: 'Hide what I type',
  busy: 'One moment, please',
} as const
