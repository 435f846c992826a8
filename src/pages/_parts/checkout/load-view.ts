import { rupeesToPaise } from '#lib/money.ts'
import type { CheckoutView, OrderView } from '#lib/checkout/checkout-view.ts'
import { includedTaxPaise } from '#lib/server/orders/checkout/cart-taxes.ts'
import { fingerprintOf } from '#lib/server/orders/checkout/check-cart.ts'
import type { Payments } from '#lib/server/payments/payments.ts'
import { readCart } from '#lib/server/shopper/cart/read-cart.ts'
import { hasJustBought, loadPayment, type PaymentState } from './load-payment.ts'
import { panelLines } from './panel-lines.ts'

/** What the checkout shows, and the state of the payment. */
export type LoadedView = CheckoutView & { payment: PaymentState; isEmpty: boolean }

/**
 * What the shopper was shown before, to tell what has changed: the total in rupees, and a
 * fingerprint of the lines.
 */
type Shown = { seen?: string | null | undefined; shown?: string | null | undefined }

/** YOUR ORDER as it is now, and the state of its payment. */
export async function loadView(
  payments: Payments,
  userId: string,
  { seen, shown }: Shown,
): Promise<LoadedView> {
  const payment = await loadPayment(payments, userId)
  const cart = await readCart(payments.db, userId)
  const isEmpty = cart.lines.length === 0
  const isBought = payment.kind === 'none' && isEmpty && (await hasJustBought(payments, userId))
  const { totalPaise } = cart
  const { lines, leftOut } = panelLines(cart)
  const seenPaise = rupeesToPaise(Number(seen || NaN))
  const name = fingerprintOf(cart.lines)
  const isOther = seenPaise !== totalPaise || Boolean(shown && shown !== name)
  const wasShown = seenPaise > 0 && lines.length > 0 && isOther
  const held = payment.kind === 'open' ? payment.attempt : undefined
  const taxPaise = await includedTaxPaise(
    payments.db,
    cart.lines.filter(({ state }) => state === 'ok'),
  )
  const order: OrderView = {
    ...{ lines, leftOut, totalPaise, shown: name, isOpen: held?.amount_paise === totalPaise },
    ...(taxPaise > 0 && { taxPaise }),
    ...(wasShown && { wasPaise: seenPaise }),
    ...(held && { heldUntil: held.hold_until, heldMs: held.hold_until - payments.now() }),
  }
  const isOver = payment.kind === 'order' || isBought
  const state = payment.kind === 'checking' ? 'checking' : isOver ? 'over' : 'payable'
  return { state, order, payment, isEmpty }
}
