import { appSheet } from '#islands/kit/app-sheet.ts'
import { loadOnInput } from '#islands/wake/load-on-input.ts'
import './cart-bar.ts'
import './cart-count.ts'
import { CARD_CONTROLS } from './card-controls.ts'
import { BUY, productOf, showOnCard } from './card-state.ts'
import { countUnits, keepAdditions } from './count-units.ts'
import { followCart } from './cart-summary.ts'
import { hasUnsent } from '#islands/kit/unsent.ts'

// The cart opens beside the page where there is room; a phone goes to its page at once.
const CART = matchMedia('(width >= 64rem)').matches ? ', a[href="/cart"]' : ''
const CONTROLS = `${CARD_CONTROLS}${CART}`

let isStarted = false
const load = () => import('./controls.ts')
const loadDialogs = () => import('#islands/quick-view/dialogs.tsx')

// What a first press opens comes beside the rest, and not after it.
const ahead = ({ target }: Event) => {
  if (!(target instanceof Element) || !target.closest('[data-quick],[data-choose]')) return
  loadDialogs().catch(() => {})
  appSheet().catch(() => {})
}
for (const type of ['pointerdown', 'keydown']) addEventListener(type, ahead, true)

// Forward to a quick view: its address is that of a product, and this page is another one.
const { pathname } = location
addEventListener('popstate', ({ state }) => {
  const { quick }: { quick?: unknown } = Object(state)
  if (typeof quick !== 'string' || location.pathname === pathname) return
  loadDialogs().then(
    (dialogs) => dialogs.reopenQuickView(quick),
    () => location.reload(),
  )
})

loadOnInput(CONTROLS, load, countUnits, keepAdditions)
start()
addEventListener('storage', start)

/** What waits for the network goes on its way, and whoever signs in gets the own cart, untouched. */
function start(): void {
  if (isStarted) return
  if (!hasUnsent() && !isNew()) return
  isStarted = true
  followCart()
  // Where it does not come, a press tries again, or goes on to its form.
  load().catch(() => {})
}

/** Signed in, and nothing known of the cart; the desk, which has no header of the shop, wants none. */
function isNew(): boolean {
  try {
    const isOthers = localStorage.getItem('cart')?.startsWith('{"userid":"guest"') ?? true
    return 'token' in localStorage && isOthers && !!document.querySelector('account-menu')
  } catch {
    return false
  }
}

// Only a glance before the first input: what it shows is made sure of later (card-followers.ts).
try {
  const wished = localStorage.getItem('wishlist')
  for (const heart of document.querySelectorAll<HTMLButtonElement>('[form=wish]')) {
    if (wished?.includes(`"productid":"${heart.value}"`)) heart.ariaPressed = 'true'
  }
  const { items = [] }: { items?: { productid: string; quantity: number }[] } = JSON.parse(
    localStorage.getItem('cart') || '{}',
  )
  const counts = new Map<unknown, number>()
  for (const { productid, quantity } of items) {
    counts.set(productid, (counts.get(productid) ?? 0) + quantity)
  }
  for (const host of counts.size > 0 ? document.querySelectorAll<HTMLElement>(BUY) : []) {
    const count = counts.get(productOf(host.firstElementChild)) ?? 0
    if (count > 0) showOnCard(host, { count, isFull: false })
  }
} catch {
  // Storage may be closed to pages altogether; or what is there is not ours.
}
