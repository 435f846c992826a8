/**
 * Messages from pressing Pay until the result is known; verbatim where a rule gives the wording
 * (S-133).
 */
export const payingMessages = {
  placing: 'Placing your order…',
  preparing: 'Preparing your payment…',
  paying: 'Waiting for your payment in the payment window…',
  checkingTitle: 'Checking your payment',
  checking:
    'We are checking your payment. Please do not pay again: this page will show you the result.',
  beingChecked: 'We are checking your payment. Please do not pay again.',
  beingMadeTitle: 'We have your payment',
  beingMade: 'We have your payment. Your order is being placed.',
  doNotPay: 'Please do not pay again: this page will show you the result.',
  look: 'Check again',
  toOrders: 'See your orders',
  offline: 'You are offline. We will check again when you are back online.',
  closed:
    'The payment window was closed. As far as we know you have not been charged, and your order is kept.',
  failed: 'The payment did not go through. Nothing is lost: you can try again.',
  scriptMissing:
    'The payment window could not be loaded. Please check your connection and try again.',
} as const
