/** What the server says of being told on a phone. */
export const pushTexts = {
  on: 'This device is notified of new orders.',
  off: 'This device is no longer notified.',
  malformed: 'This browser has no push service that the shop can use.',
}
