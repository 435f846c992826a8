/** What the server says of being told on a phone. */
export const pushTexts = {
  on: 'This device is told of new orders.',
  off: 'This device is told no more.',
  malformed: 'This browser has no push service that the shop can use.',
}
