/** Texts of the desk's page of letters. */
export const letterTexts = {
  title: 'Letters',
  intro:
    'What visitors write through the contact form. It is also emailed to the shop, if the shop has an email address. Letters are deleted after a year.',
  none: 'Nobody has written.',
  list: 'Letters, the newest first',
  late: (count: number) =>
    count === 1
      ? 'One letter has waited more than two days for an answer.'
      : `${count.toLocaleString('en-IN')} letters have waited more than two days for an answer.`,
  numbered: (number: string) => `Letter ${number}`,
  answeredOn: (moment: string) => `Answered ${moment}`,
  mark: 'Mark as answered',
  unmark: 'Not answered after all',
  about: (name: string) => `: ${name}`,
  marked: (number: string) => `Letter ${number} is marked as answered.`,
  unmarked: (number: string) => `Letter ${number} waits for an answer again.`,
  malformed: 'That could not be read. Please press the button again.',
  answer: (email: string) => `Answer ${email}`,
} as const
