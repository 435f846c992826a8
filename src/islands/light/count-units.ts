/**
 * Shows the units in the cart; presses on ADD that wait for what does them are among them at once, where
 * nobody must sign in for that.
 * @param count what the cart is known to have, where that has changed
 */
export function countUnits(count?: number): void {
  const place = document.querySelector<HTMLElement>('cart-count b')
  if (!place) return
  if (count !== undefined) place.dataset['count'] = String(count)
  const held = document.querySelectorAll('[data-cart] [form=add][aria-busy=true]').length
  place.textContent = String(Number(place.dataset['count'] ?? 0) + held)
}
