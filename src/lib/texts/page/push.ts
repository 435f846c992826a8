import { pushTexts } from '#lib/texts/browser/push.ts'

/** The server's answers about push notifications. */
export const pushAnswers = {
  on: pushTexts.isOn,
  off: 'This device is no longer notified.',
  malformed: 'This browser has no push service that the shop can use.',
}
