import { MAX_ORDER_PAISE } from '#lib/limits.ts'
import { priceText } from '#lib/money.ts'
import { counted } from '#lib/texts/counted.ts'

/**
 * Messages in the server's answers about checkout and orders; verbatim where a rule gives the
 * wording.
 */
export const orderAnswers = {
  emptyCart: 'Your cart is empty.',
  changed: 'Your order has changed. Please check it and confirm again.',
  otherAccount:
    'You are signed in to another account now. Please check the address and the order before you pay.',
  outOfStock: 'Something in your cart is out of stock. Please change your cart.',
  notThere: 'We do not deliver to this PIN code yet.',
  otherCity: (pin: string, city: string, named: string) =>
    `PIN code ${pin} belongs to ${city}, not ${named}. Please correct the PIN code or the city. If ${named} is right, order again.`,
  notAbroad: (country: string) => `We do not deliver to ${country} yet.`,
  notInCountry: (title: string, country: string) => `${title} is not sold in ${country}.`,
  tooMuch: `One order can be for ${priceText(MAX_ORDER_PAISE)} at most.`,
  tooLittle: 'An order paid for online must be for at least ₹1.',
  noCod: 'This shop does not take cash on delivery.',
  codLimit: (limit: string) =>
    `Cash on delivery is available up to ₹${limit}. Please pay for this order online.`,
  codOpen:
    'You already have cash orders on the way. Please pay for this one online, or wait until they arrive.',
  codUnconfirmed:
    'Please confirm your email address before you order with cash on delivery, or pay online.',
  codGuest: 'Cash on delivery is not available for this order. Please pay online.',
  codPhone: 'We have sent a code to your phone. Please enter it and order again.',
  codPhoneWrong:
    'This code is wrong or has expired. Clear the field and order again to get a new one.',
  codPhoneCountry:
    'To pay in cash we send a code to your phone. Please write its number with + and the country code.',
  codPhoneWait: 'No more codes can be sent for now. Please pay online, or try again in an hour.',
  tooManyUnits: (units: number) =>
    `We can hold at most ${counted(units, 'item')} for you before you pay, those of your open orders included. Please order less, or pay for your open orders first.`,
  codUnits: (units: number) =>
    `Without a confirmed email address you can have at most ${counted(units, 'item')} on order in cash. Please confirm one in your account, order less, or pay online.`,
  unconfirmedUnits: (units: number) =>
    `Without a confirmed email address we can hold at most ${counted(units, 'item')} for you before you pay. Please confirm one in your account, or order less.`,
  network:
    'Too much is on order from your network and not paid for yet. Please confirm an email address in your account, or try again later.',
  networkFull:
    'Too much is on order from your network and not paid for yet. Please try again later.',
  unavailable:
    'Payment is not possible right now. Your cart is saved; please try again in a moment.',
  keyTaken: 'This order has already been placed. Reload the page to place another one.',
  badProof: 'This payment could not be confirmed.',
  refunded: 'We could not place the order you paid for. You will get all of your money back.',
  attention: 'We have your payment and are looking into it. We will write to you.',
  notPaid: 'The payment did not go through. You can try again.',
  cancelled: 'Your order is cancelled.',
  cancelledRefund: 'Your order is cancelled. You will get all of your money back.',
  tooLate: 'This order can no longer be cancelled.',
  reordered: 'The products are in your cart.',
  reorderedPart: 'Everything that is still available is in your cart. The rest could not be added.',
  reorderedFewer:
    'The products are in your cart, some in smaller quantities than you ordered; please check them.',
  reorderedFull: 'Your cart already has as many of these products as can be ordered right now.',
  reorderedNone: 'None of these products is available right now.',
  noOrder: 'There is no such order',
  tooOften: (seconds: number) => `Too many attempts. Please try again in ${seconds} seconds.`,
} as const
