import { CONTACT_LENGTHS, MIN_MESSAGE_LENGTH } from '#lib/lengths.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'

/** Texts of the contact screen, and of the mail that it sends. */
export const contactTexts = {
  title: 'Contact',
  intro: 'Write to us about an order, a product or anything else. We answer on working days.',
  name: 'Your name',
  email: 'Email address',
  message: 'Message',
  website: 'Leave this empty',
  send: 'Send message',
  formTitle: 'Write to us',
  reachUs: 'Reach us directly',
  grievance: (who: string) => `Grievance officer: ${who}`,
  sent: (number: string) =>
    `Thank you for your message! Its number is ${number}. We will answer by email.`,
  refused: 'Your message was not sent. Please correct the marked fields.',
  fields: {
    name: `Please enter your name in one line, at most ${CONTACT_LENGTHS.name} characters!`,
    email: orderMessages.email,
    message: `Please write a message of ${MIN_MESSAGE_LENGTH} to ${CONTACT_LENGTHS.message} characters!`,
  },

  mailTitle: (name: string) => `Message from ${name}`,
  mailFrom: (name: string, email: string, shop: string) =>
    `${name} (${email}) wrote through the contact form of ${shop}:`,
  mailAnswer: 'Reply to this email to answer.',

  thanksTitle: (number: string) => `We have your message ${number}`,
  thanks: (shop: string, number: string) =>
    `Thank you for writing to ${shop}. We will reply to this address. If you write again about the same, please name the number ${number}.`,
  thanksNot:
    'If you did not write to us, somebody else typed your address, and you need do nothing.',
} as const
