/** Texts of the contact page, and of the mail it sends. */
export const contactMessages = {
  title: 'Contact',
  intro: 'Write to us about an order, a product or anything else. We answer on working days.',
  name: 'Your name',
  email: 'Email address',
  message: 'Message',
  website: 'Leave this empty',
  send: 'Send message',
  formTitle: 'Write to us',
  reachUs: 'Reach us directly',
  sent: 'Thank you for your message! We will answer by email.',
  refused: 'Your message was not sent. Please correct the marked fields.',
  fields: {
    name: 'Please enter your name in one line, at most 80 characters!',
    email: 'Please enter a valid email!',
    message: 'Please write a message of 10 to 2000 characters!',
  },

  mailTitle: (name: string) => `Message from ${name}`,
  mailFrom: (name: string, email: string, shop: string) =>
    `${name} (${email}) wrote through the contact form of ${shop}:`,
  mailAnswer: 'Reply to this email to answer.',
} as const
