import { pushTexts } from '#lib/texts/browser/push.ts'

/** What the server says of being told on a phone. */
export const pushAnswers = {
  on: pushTexts.isOn,
  off: 'This device is no longer notified.',
  malformed: 'This browser has no push service that the shop can use.',
}
