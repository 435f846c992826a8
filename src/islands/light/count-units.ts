import type { CartSummary } from '#lib/cart/cart-summary.ts'
import { formatPaise, rupeesToPaise } from '#lib/money.ts'

/** Presses on ADD that wait where nobody must sign in: of a card, and of a product's form once it is whole. */
const HELD = '[data-cart] [form|=add][aria-busy=true]:not(:invalid *)'

/**
 * Shows units and total of the cart; presses on ADD that wait for what does them are among them at once.
 * @param known what the cart is known to have, where that has changed
 */
export function countUnits(known?: CartSummary): void {
  const place = document.querySelector<HTMLElement>('cart-count')
  const [units, , sum] = place?.children ?? []
  if (!place || !units || !sum) return
  Object.assign(place.dataset, known)
  const { count = 0, totalRupees = 0 } = place.dataset
  let [now, paise] = [Number(count), rupeesToPaise(Number(totalRupees))]
  for (const button of document.querySelectorAll<HTMLButtonElement>(HELD)) {
    const { form } = button
    const field = form?.querySelector<HTMLInputElement>('[name=quantity]')
    const pack = form?.querySelector('[data-price]:has(:checked)') ?? button.closest('[data-price]')
    const quantity = Number(field?.value)
    now += quantity
    paise += quantity * Number(pack?.getAttribute('data-price'))
  }
  units.textContent = String(now)
  sum.textContent = `Rs ${formatPaise(paise)}`
}
