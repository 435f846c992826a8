import type { AttemptAnswer } from '#lib/checkout/checkout.ts'
import type { PaymentEnd } from '#lib/checkout/checkout-answers.ts'
import type { ProviderName } from '#lib/checkout/providers.ts'
import { writeFlash } from '#lib/browser/flash.ts'
import { hostCookie } from '#lib/browser/host-cookie.ts'
import { checkoutTexts } from '#lib/texts/browser/checkout.ts'
import { payingMessages } from '#lib/texts/browser/paying.ts'
import { orderMessages } from '#lib/texts/browser/order.ts'
import { refreshCart } from '#stores/cart.ts'
import { untilPaid, untilSettled } from '#stores/checkout.ts'
import type { CheckoutStage, WayOut } from './stage.ts'
import { forgetTyped } from './typed-form.ts'
import { WaitingPanel } from './WaitingPanel.tsx'

/** The form around a payment. */
type Screen = {
  /** The provider's script. */
  script: string
  show: (stage: CheckoutStage) => void
  /** Nothing was paid: shows the form again, unchanged. */
  backToForm: (note: string, wayOut?: WayOut) => void
}

/** Takes a payment that has begun to its end: on to the orders, or back to the form (S-133). */
export async function pay(attempt: AttemptAnswer, screen: Screen): Promise<void> {
  const end = await openWindow(attempt, screen)
  if (end.kind === 'paid') return confirm(attempt.attempt, end, screen)
  if (end.kind === 'unknown') return checkLost(screen)
  if (end.kind === 'missing') {
    const href = `/checkout/pay?attempt=${attempt.attempt}`
    return screen.backToForm(payingMessages.scriptMissing, { href, text: checkoutTexts.elsewhere })
  }
  screen.backToForm(end.kind === 'failed' ? payingMessages.failed : payingMessages.closed)
}

/** Opens the provider's window, whose code is loaded now and not before (P11). */
function openWindow(attempt: AttemptAnswer, screen: Screen): Promise<PaymentEnd> {
  screen.show({ kind: 'busy', note: payingMessages.paying })
  return WINDOWS[attempt.provider](attempt, screen)
}

const none = () => undefined

const WINDOWS: Record<ProviderName, typeof openWindow> = {
  async demo(attempt, { show }) {
    const demo = await import('./DemoDialog.tsx').catch(none)
    if (!demo) return { kind: 'missing' }
    return new Promise((onEnd) => {
      const { DemoDialog } = demo
      show({ kind: 'window', note: payingMessages.paying, Window: DemoDialog, attempt, onEnd })
    })
  },
  async razorpay(attempt, { script }) {
    const razorpay = await import('./pay-razorpay.ts').catch(none)
    return razorpay ? razorpay.openRazorpayCheckout(script, attempt) : { kind: 'missing' }
  },
}

async function confirm(
  attempt: string,
  { paymentid, signature }: Extract<PaymentEnd, { kind: 'paid' }>,
  screen: Screen,
): Promise<void> {
  const tellMade = () => wait(screen, payingMessages.beingMadeTitle, payingMessages.beingMade)
  tellMade()
  const settled = await untilPaid({ attempt, paymentid, signature }, (code) =>
    code === 'pending' ? tellMade() : tellChecking(screen),
  )
  if (settled.kind === 'paid') return goToOrders(settled.problem)
  if (settled.kind === 'unproven') return goToOrders(payingMessages.beingChecked)
  if (settled.kind === 'unpaid') return screen.backToForm(payingMessages.failed)
  // Signing in leads to the order, which counts without the session (F46).
  forgetTyped()
  location.assign('/orders')
}

/** The gateway's answer was lost; the shop finds out by itself whether it was a payment. */
async function checkLost(screen: Screen): Promise<void> {
  tellChecking(screen)
  await untilSettled()
  location.assign('/checkout')
}

const tellChecking = (screen: Screen) =>
  wait(
    screen,
    payingMessages.checkingTitle,
    navigator.onLine ? payingMessages.checking : payingMessages.offline,
  )

const wait = ({ show }: Screen, title: string, text: string) =>
  show({ kind: 'waiting', Panel: WaitingPanel, title, text })

/**
 * Goes to the orders with a message (S-133, S-183), after refreshing the cart, which no longer
 * holds what was bought.
 */
export async function goToOrders(problem?: string): Promise<void> {
  forgetTyped()
  await refreshCart()
  const flash = writeFlash(
    problem === undefined
      ? { msg: orderMessages.placed, error: false, code: 'placed' }
      : { msg: problem, error: true },
  )
  document.cookie = hostCookie(flash, location.protocol === 'https:')
  location.assign('/orders')
}
