import { findFaults } from '#lib/checkout/billing-form.ts'
import { post } from '#lib/api-client.ts'
import type { AttemptAnswer, CheckoutRefusal } from '#lib/checkout/checkout.ts'
import { type PaymentEnd, readCheckoutAnswer } from '#lib/checkout/checkout-answers.ts'
import { checkoutMessages as messages } from '#lib/texts/browser/checkout.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { sessionMessages } from '#lib/texts/browser/session.ts'
import { askToLogin } from '#stores/session.ts'
import { closeAlert, showAlert } from '#stores/toast.ts'
import { clearFaults, refreshOrder, sayState, setBusy, showFaults } from './checkout-form.ts'
import { backToForm, checkLostPayment, confirmPayment, goToOrders } from './confirm-payment.ts'

export { showFault } from './checkout-form.ts'

/** Checks the form, has the server begin the payment, and takes it to its end (S-133). */
export async function submit(host: HTMLElement, form: HTMLFormElement): Promise<void> {
  if (form.hasAttribute('data-busy')) return
  clearFaults(form)
  const values = Object.fromEntries(new FormData(form))
  const { msg, faults } = findFaults(values)
  if (faults.length > 0) {
    showAlert(msg, 'error')
    return showFaults(form, faults)
  }
  closeAlert()
  setBusy(form, true)
  sayState(host, messages.preparing)
  try {
    await begin(host, form, values)
  } finally {
    setBusy(form, false)
  }
}

async function begin(
  host: HTMLElement,
  form: HTMLFormElement,
  { idempotencykey, ...values }: Record<string, unknown>,
): Promise<void> {
  const options = typeof idempotencykey === 'string' ? { idempotencyKey: idempotencykey } : {}
  const answer = readCheckoutAnswer(await post('/api/checkout', values, options))
  sayState(host, '')
  if (answer.kind === 'lost') return sayState(host, messages.notSent)
  if (answer.kind === 'order') return goToOrders(orderMessages.placed)
  if (answer.kind === 'refused') return tellRefusal(host, form, answer.refusal, values)
  await pay(host, form, answer.attempt)
}

async function tellRefusal(
  host: HTMLElement,
  form: HTMLFormElement,
  { code, field, msg }: CheckoutRefusal,
  { seen }: Record<string, unknown>,
): Promise<void> {
  if (msg === sessionMessages.loginFirst) return askToLogin('/checkout')
  // Paid already, or about to be: the page itself says how it stands (T10).
  if (code === 'paying') return location.reload()
  showAlert(msg, 'error')
  if (field) {
    const { faults } = findFaults(Object.fromEntries(new FormData(form)))
    const text = faults.find((fault) => fault.field === field)?.text ?? msg
    return showFaults(form, [{ field, text }])
  }
  if (code !== undefined && CHANGED.has(code)) {
    await refreshOrder(host, form, String(seen ?? ''))
  }
}

/** Refusals after which the order on the screen is not the one that can be had. */
const CHANGED = new Set(['changed', 'outofstock', 'empty', 'toomuch', 'tooMuch'])

async function pay(host: HTMLElement, form: HTMLFormElement, attempt: AttemptAnswer) {
  sayState(host, messages.paying)
  const end = await openWindow(host, attempt)
  sayState(host, '')
  if (end.kind === 'paid') return confirmPayment(host, form, attempt.attempt, end)
  if (end.kind === 'unknown') return checkLostPayment(host, form)
  if (end.kind === 'failed') return backToForm(host, form, messages.failed)
  if (end.kind === 'missing') {
    backToForm(host, form, messages.scriptMissing)
    return offerElsewhere(host, attempt.attempt)
  }
  backToForm(host, form, messages.closed)
}

/** Where the window does not come, the provider's own page may (P11). */
function offerElsewhere(host: HTMLElement, attempt: string): void {
  const link = document.createElement('a')
  link.href = `/checkout/pay?attempt=${encodeURIComponent(attempt)}`
  link.textContent = messages.elsewhere
  host.querySelector('.check-state')?.append(' ', link)
}

/** The provider's window; its code comes now and not before (P11). */
async function openWindow(host: HTMLElement, attempt: AttemptAnswer): Promise<PaymentEnd> {
  const none = () => undefined
  if (attempt.provider === 'demo') {
    const demo = await import('./pay-demo.ts').catch(none)
    return demo ? demo.openDemo(attempt) : { kind: 'missing' }
  }
  const razorpay = await import('./pay-razorpay.ts').catch(none)
  const script = host.dataset['script'] ?? ''
  return razorpay ? razorpay.openRazorpay(script, attempt) : { kind: 'missing' }
}
