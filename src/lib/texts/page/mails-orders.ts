import { endMails } from './counter.ts'
import { ofOrder } from './elsewhere.ts'

/** What the buyer is told about each kind of refund (F18, F22, F23). */
const refundReasons: Record<string, string> = {
  cancelled: 'Your order was cancelled.',
  owner: 'The shop has refunded your order.',
  second: 'Your order had been paid already, so this second payment was not needed.',
  late: 'Your payment arrived after we had stopped holding the products for you, and they have since been sold or their prices have changed.',
  amount: 'The amount paid was not the amount of your order.',
  returned: endMails.returned.line,
}

type Bought = { title: string; pack: string; quantity: number; sum: string }

/** Mails about orders and payments; those sent by the counter are in counter.ts. */
export const orderMails = {
  confirmed: (number: string) => `Order ${number}: thank you!`,
  paid: (total: string) => `We have your order and your payment of ${total}.`,
  due: (total: string) => `We have your order of ${total}; please pay on delivery.`,
  line: ({ title, pack, quantity, sum }: Bought) =>
    `${pack === '' ? title : `${title} (${pack})`} x ${quantity}: ${sum}`,
  total: (total: string) => `Total: ${total}. Shipping: Free.`,
  trackAt: (link: string) => `Track your order: ${link}`,
  comes: (words: string) => `Delivery: ${words}.`,
  place: (place: string) => `Delivering to: ${place}.`,

  refundReasons,
  refundWay: (amount: string, isAll: boolean) =>
    `We are refunding the ${isAll ? 'full' : 'remaining'} amount, ${amount}, to the account or card you paid from. Banks can take up to seven working days.`,
  delayed: (amount: string, number: string | undefined) =>
    `Your refund of ${amount}${ofOrder(number)} is delayed`,
  delayedLines: (amount: string) => [
    `The payment provider has not accepted our refund of ${amount} yet. We are looking into it.`,
    'You do not need to do anything: you will get all of it back.',
  ],
}
