/** Texts of the desk's page of letters. */
export const letterTexts = {
  title: 'Letters',
  intro:
    'What visitors write through the contact form. It is also emailed to the shop, if the shop has an email address. Letters are deleted after a year.',
  none: 'Nobody has written.',
  list: 'Letters, the newest first',
  answer: (email: string) => `Answer ${email}`,
} as const
