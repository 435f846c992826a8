import { CODE_MINUTES, LINK_MINUTES } from '#lib/limits.ts'

const choosePassword = 'Choose a new password'

/** Mails about accounts; none of them contains a name (A06, T19). */
export const accountMails = {
  hello: 'Hello,',
  verify: (code: string, shop: string) => ({
    title: `${code} is your code for ${shop}`,
    paragraphs: [
      `Your code is ${code}. It is valid for ${CODE_MINUTES} minutes, and nobody from ${shop} will ever ask you for it.`,
      'Enter it in the browser where you chose your password; in any other you will be asked to choose a new one.',
      'If you did not ask for a code, you can ignore this email.',
    ],
    action: 'Enter the code',
  }),
  reset: (shop: string) => ({
    title: `A new password for ${shop}`,
    paragraphs: [
      `Somebody (we hope it was you) asked to reset the password of your account. The link works once, for ${LINK_MINUTES} minutes, and using it signs you out everywhere.`,
      'If it was not you, you can ignore this email: your password stays as it is.',
    ],
    action: choosePassword,
  }),
  taken: (shop: string) => ({
    title: `You already have an account at ${shop}`,
    paragraphs: [
      'Somebody (perhaps you) tried to sign up with this email, which already has an account. Nothing was changed.',
      'If you have forgotten your password, you can choose a new one.',
    ],
    action: choosePassword,
  }),
  changed: (shop: string) => ({
    title: `Your password for ${shop} was changed`,
    paragraphs: [
      'The password of your account was just changed.',
      'If it was not you, choose a new one at once and write to us.',
    ],
    action: 'It was not me',
  }),
}
