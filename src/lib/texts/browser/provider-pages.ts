/** Texts of the demo gateway's dialog and page, clearly marked as a demo (P8). */
export const demoTexts = {
  badge: 'DEMO',
  title: 'Demo payment',
  lead: 'This is a demo: no money moves, and no card is needed.',
  amount: 'Amount',
  receipt: 'Receipt',
  payee: 'Pay to',
  description: 'For',
  pay: (amount: string) => `Pay ₹${amount}`,
  fail: 'Let the payment fail',
  slow: 'Pay, but slowly',
  slowHint: 'The bank confirms it a few seconds later.',
  close: 'Close without paying',
  working: 'Paying…',
} as const

/** Texts of the form that leads to the provider's own page (P11). */
export const hostedTexts = {
  title: 'Pay with Razorpay',
  lead: 'You will pay on Razorpay’s own page and then come back here.',
  payee: 'Pay to',
  amount: 'Amount',
  go: (amount: string) => `Continue to pay ₹${amount}`,
  back: 'Back to the checkout',
} as const
