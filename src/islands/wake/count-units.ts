import type { CartSummary } from '#lib/cart/cart-summary.ts'
import { priceText, rupeesToPaise } from '#lib/money.ts'
import { CHANGE_KEYS } from '#lib/browser/storage-keys.ts'

/**
 * Held presses on ADD in a shop whose cart needs no sign-in: those of cards, and those of a
 * product's form once it is complete.
 */
const HELD = '[data-cart] [form|=add][aria-busy=true]:not(:invalid *)'

/**
 * Shows units and total of the cart, including presses on ADD that are still held.
 * @param known the cart's new summary, if it has changed
 */
export function countUnits(known?: CartSummary): void {
  const place = document.querySelector<HTMLElement>('cart-count')
  const [units, , sum] = place?.children ?? []
  if (!place || !units || !sum) return
  Object.assign(place.dataset, known)
  const { count = 0, totalRupees = 0 } = place.dataset
  let now = Number(count)
  let paise = rupeesToPaise(Number(totalRupees))
  for (const { quantity, price } of heldAdditions()) {
    now += Number(quantity)
    paise += Number(quantity) * price
  }
  units.textContent = String(now)
  sum.textContent = priceText(paise)
}

/**
 * Stores additions that were counted but not done when the page is left as changes, which the next
 * page sends.
 * @throws if storage is blocked; the presses are then held until the shopper comes back
 */
export function keepAdditions(): void {
  for (const { button, ...fields } of heldAdditions()) {
    const key = crypto.randomUUID()
    localStorage[`${CHANGE_KEYS}${Date.now()}-${key}`] = JSON.stringify({ ...fields, key })
    button.ariaBusy = null
  }
}

/** @returns the fields of each held form, with its button and its price in paise */
function heldAdditions() {
  return [...document.querySelectorAll<HTMLButtonElement>(HELD)].map((button) => {
    const { form } = button
    const pack = form?.querySelector('[data-price]:has(:checked)') ?? button.closest('[data-price]')
    const fields: Fields = Object.fromEntries(new FormData(form ?? undefined, button))
    return { ...fields, button, price: Number(pack?.getAttribute('data-price') ?? 0) }
  })
}

type Fields = { quantity?: FormDataEntryValue }
