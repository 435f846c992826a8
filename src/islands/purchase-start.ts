import './cart-count.ts'
import { later } from './later.ts'

const CONTROLS = '[data-quick], [form=add], [form=wish], .buy button'

let isStarted = false
const load = () => import('./purchase.ts')

later(CONTROLS, load)
start()
addEventListener('storage', start)

/** What waits for the network goes on its way, and whoever signs in gets the own cart, untouched. */
function start(): void {
  if (isStarted) return
  try {
    const isNew = localStorage.getItem('token') && !localStorage.getItem('cart')
    if (!isNew && !Object.keys(localStorage).some((key) => key.startsWith('change:'))) return
  } catch {
    return // Storage may be closed to pages altogether.
  }
  isStarted = true
  void load()
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
