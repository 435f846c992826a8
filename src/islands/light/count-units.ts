import type { CartSummary } from '#lib/cart/cart-summary.ts'
import { priceText, rupeesToPaise } from '#lib/money.ts'
import { CHANGE_KEYS } from '#lib/browser/storage-keys.ts'

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
  for (const { quantity, price } of heldAdditions()) {
    now += Number(quantity)
    paise += Number(quantity) * price
  }
  units.textContent = String(now)
  sum.textContent = priceText(paise)
}

/**
 * What was counted and not done when the page is left is kept as a change, which the next page sends.
 * @throws where storage is closed to pages; then it waits for whoever comes back to the page
 */
export function keepAdditions(): void {
  for (const { button, ...fields } of heldAdditions()) {
    const key = crypto.randomUUID()
    localStorage[`${CHANGE_KEYS}${Date.now()}-${key}`] = JSON.stringify({ ...fields, key })
    button.ariaBusy = null
  }
}

/** @returns the fields of each form, and its price in paise */
function heldAdditions() {
  return [...document.querySelectorAll<HTMLButtonElement>(HELD)].map((button) => {
    const { form } = button
    const pack = form?.querySelector('[data-price]:has(:checked)') ?? button.closest('[data-price]')
    const fields: Fields = Object.fromEntries(new FormData(form ?? undefined, button))
    return { ...fields, button, price: Number(pack?.getAttribute('data-price')) }
  })
}

type Fields = { quantity?: FormDataEntryValue }
