import { post } from '#lib/api-client.ts'
import { type PaymentEnd, readOrderAnswer } from '#lib/checkout/checkout-answers.ts'
import { checkoutMessages as messages } from '#lib/texts/browser/checkout.ts'
import { writeFlash } from '#lib/flash.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { sessionMessages } from '#lib/texts/browser/session.ts'
import { refreshCart } from '#stores/cart.ts'
import { sayState, setBusy } from './checkout-form.ts'
import { openPanel } from './payment-panel.ts'
import { lookAgain, pause } from './watch-payment.ts'

type Paid = Extract<PaymentEnd, { kind: 'paid' }>

/** Waits between two questions, in milliseconds; the last one goes on. */
const WAITS_MS = [1000, 1500, 2000, 3000, 5000, 8000, 15_000]

/**
 * Brings the proof to the shop, again and again until it says how the payment ended. Asking twice is
 * harmless, and what is not known is "checking", never "failed" (T10, F05, F07).
 */
export async function confirmPayment(
  host: HTMLElement,
  form: HTMLFormElement,
  attempt: string,
  { paymentid, signature }: Paid,
): Promise<void> {
  form.hidden = true
  const panel = openPanel(host, messages.beingMadeTitle, messages.beingMade)
  for (let turn = 0; ; turn++) {
    const proof = { attempt, paymentid, signature }
    const answer = readOrderAnswer(await post('/api/orders/create', proof))
    if (answer?.order) return goToOrders(orderMessages.placed)
    if (answer?.code === 'refunded' || answer?.code === 'attention') {
      return goToOrders(answer.msg, true)
    }
    if (answer?.code === 'unpaid') {
      panel.remove()
      return backToForm(host, form, messages.failed)
    }
    // The session has ended: signing in leads back, and the order is there or coming (F46).
    if (answer?.msg === sessionMessages.loginFirst) return location.assign('/orders')
    const isAway = !answer && !navigator.onLine
    if (answer?.code === 'pending') panel.tell(messages.beingMadeTitle, messages.beingMade)
    else panel.tell(messages.checkingTitle, isAway ? messages.offline : messages.checking)
    await pause(WAITS_MS[turn] ?? WAITS_MS.at(-1) ?? 0)
  }
}

/** The gateway's answer got lost: whether it was a payment, the shop finds out by itself. */
export async function checkLostPayment(host: HTMLElement, form: HTMLFormElement): Promise<void> {
  form.hidden = true
  openPanel(host, messages.checkingTitle, navigator.onLine ? messages.checking : messages.offline)
  await lookAgain()
}

/** Nothing was paid: the form is there again, as it was. */
export function backToForm(host: HTMLElement, form: HTMLFormElement, msg: string): void {
  form.hidden = false
  setBusy(form, false)
  sayState(host, msg)
  form.querySelector<HTMLElement>('.pay-button')?.focus()
}

/** Goes to the orders with a message (S-133, S-183); the cart has lost what was bought. */
export async function goToOrders(msg: string, error = false): Promise<void> {
  await refreshCart()
  document.cookie = writeFlash({ msg, error })
  location.assign('/orders')
}
