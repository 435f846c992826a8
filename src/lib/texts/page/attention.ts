/** What the owner is to do about a payment, for each reason (docs/payments.md). */
export const attentionActions = {
  'unknown order': 'Look the payment up at the provider; refund it there if it is not yours.',
  'wrong amount': 'It is refunded automatically; ask the provider why the amount differs.',
  'refund failed': 'Refund the payment at the provider, then tell the customer.',
  'refunded outside':
    'Advance the order if you still want to send it; otherwise refund it here, which cancels it.',
  'no receiver': 'Ask the customer by phone or mail, then advance the order, or refund it.',
} as const

type Sums = { given: string; expected: string }

/**
 * What has happened to it. These are kept, and the same news is known by its words (`needAttention`): one that is
 * put otherwise would be told once more in shops that run.
 */
export const attentionDetails = {
  unknown: (paise: number, orderId: string) =>
    `${paise} paise for the provider's order ${orderId || 'none'}, which this shop did not make.`,
  amount: ({ given, expected }: Sums) => `${given} instead of ${expected} (paise).`,
  outside: 'The provider has refunded it, though nobody asked for that here.',
  part: (refund: string, paise: number, allPaise: number) =>
    `The refund ${refund} of ${paise} of ${allPaise} paise was not asked for here.`,
  whole: 'All of the payment has gone back, and the order is still here.',
  failed: (paise: number) => `${paise} paise could not be refunded in 24 hours.`,
  pending: (paise: number) =>
    `${paise} paise are still on their way at the provider after 24 hours; ask there why.`,
  former: (paise: number, provider: string) =>
    `${paise} paise were paid by ${provider}, which the shop has left; nobody here asks there any more.`,
  closed: (number: string) => `The account of order ${number} was closed while it was paid.`,
}

/** The mail about it, to the shop's own address. */
export const attentionMail = {
  subject: (reason: string) => `A payment needs attention: ${reason}`,
  payment: (payment: string, detail: string) => `Payment ${payment}: ${detail}`,
  sender: (shop: string) => `${shop}: npm run shop -- status lists what needs attention.`,
}
