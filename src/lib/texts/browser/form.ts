/** What each form that is sent by a script may say. */
export const formMessages = {
  unreachable: 'The shop cannot be reached. Please try again!',
  busy: 'One moment, please',
} as const
