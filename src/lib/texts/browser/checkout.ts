/** What the checkout shows, to the letter where a rule has it (S-083, S-084). */
export const checkoutMessages = {
  title: 'Checkout',
  billing: 'BILLING DETAILS',
  order: 'YOUR ORDER',
  product: 'Product',
  subtotal: 'Subtotal',
  shipping: 'Shipping',
  free: 'Free',
  total: 'Total',
  required: 'Required',
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
  fillIn: {
    fullname: 'Please enter your full name.',
    country: 'Please enter the country.',
    streetaddressline1: 'Please enter house number and street.',
    streetaddressline2: '',
    city: 'Please enter the town or city.',
    state: 'Please enter the state.',
    zipcode: 'Please enter the PIN code.',
    phonenumber: 'Please enter a phone number.',
    email: 'Please enter an email address.',
    note: '',
  },

  savedAddresses: 'Deliver to a saved address',
  changeAddress: 'Change these details',
  delivery: 'Delivery',
  toYourDoor: 'To your door',
  ifMissing: 'If something is missing',
  ifMissingChoices: {
    call: 'Call me',
    similar: 'Bring something similar',
    leave: 'Leave it out',
  },
  ifMissingEach: 'Choose for each product',
  ifMissingOf: (title: string) => `If ${title} is missing`,
  ifMissingAsAll: 'As above',
  addNote: '+ Add a note to the rider',
  addressFilled: (name: string) => `The address of ${name} is filled in.`,

  payment: 'Payment',
  payOnline: 'Pay now',
  payOnlineHint: 'Card, UPI, wallet or net banking',
  payDemo: 'A demo: no money is moved',
  payCod: 'Cash on delivery',
  payCodHint: 'Pay the rider when your order arrives',
  phoneCode: 'Code from your phone',
  phoneCodeHint:
    'Six digits, sent to the phone number above. Valid for 10 minutes. For a new code, clear this field and order again.',
  checkoutFor: (amount: string) => `Checkout: pay ₹${amount}`,
  checkoutCod: (amount: string) => `Checkout: ₹${amount} on delivery`,
  confirmFor: (amount: string) => `Confirm and pay ₹${amount}`,
  confirmCod: (amount: string) => `Confirm: ₹${amount} on delivery`,
  backToCart: 'Change your cart',
  safety: 'Your card details go to the payment provider only; this shop never sees them.',

  changedTitle: 'Your order has changed since you last saw it',
  priceChanged: (was: string, now: string) => `Price changed from ₹${was} to ₹${now}`,
  totalChanged: (was: string, now: string) => `The total changed from ₹${was} to ₹${now}.`,
  confirmBelow: 'Please check the order and confirm it with the button.',
  leftOut: 'Not part of this order',
  onlyLeft: (left: number) => `Only ${left} left`,
  soldOut: 'Out of stock',
  withdrawn: 'No longer sold',
  nothing: 'Your Cart is currently Empty!',
  nothingLead: 'There is nothing to check out yet.',
  noneLeft: 'Nothing in your cart can be ordered right now.',
  goShopping: 'Go shopping',

  heldUntil: (time: string) => `We are holding these products for you until ${time}.`,
  heldFor: (minutes: number) =>
    minutes > 1
      ? `We are holding these products for you for ${minutes} more minutes.`
      : 'We are holding these products for you for one more minute.',
  holdOver: 'Your time has run out, so nothing is held for you any more. You can check out again.',
  openTitle: 'You have started to pay',
  openLead: (amount: string) =>
    `₹${amount} has not been paid yet. You can continue; you will not be charged twice.`,
  goOnPaying: (amount: string) => `Checkout: continue to pay ₹${amount}`,

  preparing: 'Preparing your payment…',
  paying: 'Waiting for your payment in the payment window…',
  checkingTitle: 'Checking your payment',
  checking:
    'We are checking your payment. Please do not pay again: this page will show you the result.',
  beingMadeTitle: 'We have your payment',
  beingMade: 'We have your payment. Your order is being placed.',
  doNotPay: 'Please do not pay again: this page will show you the result.',
  look: 'Look again',
  toOrders: 'See your orders',
  offline: 'You are offline. We will go on checking as soon as you are back online.',
  notSent: 'You are offline. Nothing was ordered or paid; please try again.',
  closed:
    'The payment window was closed. Nothing was charged as far as we know, and your order is kept.',
  failed: 'The payment did not go through. Nothing is lost: you can try again.',
  scriptMissing:
    'The payment window could not be loaded. Please check your connection and try again.',
  elsewhere: 'Or pay on the site of the payment provider',
} as const

/** The embedded gateway's own dialog and page; plainly a demo (P8). */
export const demoMessages = {
  badge: 'DEMO',
  title: 'Demo payment',
  lead: 'This is a demo. No money is moved, and no card is asked for.',
  amount: 'Amount',
  receipt: 'Receipt',
  payee: 'Pay to',
  description: 'For',
  pay: (amount: string) => `Pay ₹${amount}`,
  fail: 'Let the payment fail',
  slow: 'Pay, but slowly',
  slowHint: 'The bank confirms it some seconds later.',
  close: 'Close without paying',
  working: 'Paying…',
} as const

/** The way to pay without the provider's window (P11). */
export const hostedMessages = {
  title: 'Pay at Razorpay',
  lead: 'You will pay on the site of Razorpay and come back here.',
  payee: 'Pay to',
  amount: 'Amount',
  go: (amount: string) => `Continue to pay ₹${amount}`,
  back: 'Back to the checkout',
} as const
