import { CODE_MINUTES } from '#lib/limits.ts'

/** What the checkout shows, to the letter where a rule has it (S-083, S-084). */
export const checkoutTexts = {
  billing: 'BILLING DETAILS',
  order: 'YOUR ORDER',
  product: 'Product',
  subtotal: 'Subtotal',
  total: 'Total',
  taxOf: (sum: string) => `Includes GST of ₹${sum}`,
  allTaxes: 'All taxes included',
  shipping: 'Shipping',
  free: 'Free',
  optional: '(optional)',
  requiredHint: 'All fields are required unless marked optional.',

  fields: {
    fullname: 'Full Name',
    country: 'Country',
    streetaddressline1: 'House number and street name',
    streetaddressline2: 'Society/village etc. (optional)',
    city: 'Town/City',
    state: 'State/Country',
    zipcode: 'Post Code/PIN Code',
    phonenumber: 'Phone Number',
    email: 'Email Address',
    note: 'Note to the rider (optional)',
  },
  noteHint: 'For example a landmark, or when to call.',

  savedAddresses: 'Deliver to a saved address',
  changeAddress: 'Change these details',
  delivery: 'Delivery',
  toYourDoor: 'To your door',
  ifMissing: 'If something is out of stock',
  ifMissingChoices: {
    call: 'Call me',
    similar: 'Bring something similar',
    leave: 'Leave it out',
  },
  ifMissingEach: 'Choose for each product',
  ifMissingOf: (title: string) => `If ${title} is out of stock`,
  ifMissingAsAll: 'As above',
  deliveryWishes: '+ Out-of-stock items, note to the rider',
  addressFilled: (name: string) => `The address of ${name} is filled in.`,

  payment: 'Payment',
  payOnline: 'Pay now',
  payOnlineHint: 'Card, UPI, wallet or net banking',
  payDemo: 'Demo: no real money moves',
  payCod: 'Cash on delivery',
  payCodHint: 'Pay the rider when your order arrives',
  /** What comes before cash, and the same as a link beside a refusal. */
  beforeCash: {
    account: 'Cash on delivery: sign in or sign up',
    mail: 'Cash on delivery: confirm your email address first',
  },
  proofs: { account: 'Sign in or sign up', mail: 'Confirm your email address' },
  phoneCode: 'Code from your phone',
  phoneCodeHint: `Six digits, sent to the phone number above. Valid for ${CODE_MINUTES} minutes. For a new code, clear this field and order again.`,
  checkoutFor: (amount: string) => `Checkout: pay ₹${amount}`,
  checkoutCod: (amount: string) => `Checkout: ₹${amount} on delivery`,
  confirmFor: (amount: string) => `Confirm and pay ₹${amount}`,
  confirmCod: (amount: string) => `Confirm: ₹${amount} on delivery`,
  backToCart: 'Change your cart',
  safety: 'Your card details go to the payment provider only; this shop never sees them.',

  changedTitle: 'Your order has changed since you last saw it',
  mrp: (price: string) => `MRP ₹${price}`,
  priceChanged: (was: string, now: string) => `Price changed from ₹${was} to ₹${now}`,
  totalChanged: (was: string, now: string) => `The total changed from ₹${was} to ₹${now}.`,
  confirmBelow: 'Please check the order and confirm it below.',
  changeFirst: 'To order the rest, please change your cart first.',
  leftOut: 'Not part of this order',
  noneLeft: 'Nothing in your cart can be ordered right now.',

  heldUntil: (time: string) => `We are holding these products for you until ${time}.`,
  heldFor: (minutes: number) =>
    minutes > 1
      ? `We are holding these products for you for ${minutes} more minutes.`
      : 'We are holding these products for you for one more minute.',
  holdOver: 'Your time is up: we no longer hold these products. You can check out again.',
  openTitle: 'You have already started to pay',
  openLead: (amount: string) =>
    `₹${amount} has not been paid yet. You can continue; you will not be charged twice.`,
  goOnPaying: (amount: string) => `Checkout: continue paying ₹${amount}`,

  updating: 'Updating…',
  notSent: 'The shop cannot be reached. Nothing was ordered or paid. Please try again.',
  unheard:
    'We cannot tell whether your order was placed. Please try again: it will be placed only once.',
  elsewhere: 'Or pay on the payment provider’s own page',
} as const
