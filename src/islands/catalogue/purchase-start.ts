import { followCart } from '#islands/cart/cart-count.ts'
import { later } from '#islands/kit/later.ts'
import { hasUnsent } from '#islands/cart/unsent.ts'

const CONTROLS = '[data-quick], [form=add], [form=wish], .buy button'

let isStarted = false
const load = () => import('./purchase.ts')

// What a first press opens comes beside the rest, and not after it.
const ahead = ({ target }: Event) => {
  if (!(target instanceof Element) || !target.closest('[data-quick]')) return
  void import('#islands/quick-view/quick-view.ts').catch(() => {})
}
for (const type of ['pointerdown', 'keydown']) addEventListener(type, ahead, true)

later(CONTROLS, load)
start()
addEventListener('storage', start)

/** What waits for the network goes on its way, and whoever signs in gets the own cart, untouched. */
function start(): void {
  if (isStarted) return
  if (!hasUnsent() && !isNew()) return
  isStarted = true
  followCart()
  void load()
}

/** Signed in, and nothing known of the cart. */
function isNew(): boolean {
  try {
    return localStorage.getItem('token') !== null && localStorage.getItem('cart') === null
  } catch {
    return false
  }
}

// Only a glance before the first input: what it shows is made sure of later (add-to-wishlist.ts).
try {
  const wished = localStorage.getItem('wishlist')
  for (const heart of document.querySelectorAll<HTMLButtonElement>('.heart')) {
    if (wished?.includes(`"productid":"${heart.value}"`)) heart.ariaPressed = 'true'
  }
} catch {
  // As above.
}
