/** The server's answers about push notifications. */
export const pushAnswers = {
  off: 'This device is no longer notified.',
  malformed: 'This browser has no push service that the shop can use.',
}
