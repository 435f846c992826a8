import { appSheet } from '#islands/kit/app-sheet.ts'
import { loadOnInput } from '#islands/wake/load-on-input.ts'
import './cart-bar.ts'
import './cart-count.ts'
import { CARD_CONTROLS } from './card-controls.ts'
import { BUY, productOf, showOnCard } from './card-state.ts'
import { followCart } from './cart-summary.ts'
import { readStored } from '#lib/browser/read-stored.ts'
import { hasUnsent } from '#islands/kit/unsent.ts'

// On wide windows the cart opens as a drawer beside the page; a phone goes to the cart's page.
const CART = matchMedia('(width >= 64rem)').matches ? ', a[href="/cart"]' : ''
const CONTROLS = `${CARD_CONTROLS}${CART}`

let isStarted = false
const load = () => import('./controls.ts')
const loadDialogs = () => import('#islands/quick-view/dialogs.tsx')

// Loads what the first press will open together with the other code, not after it.
const ahead = ({ target }: Event) => {
  if (!(target instanceof Element) || !target.closest('[data-quick],[data-choose]')) return
  loadDialogs().catch(() => {})
  appSheet().catch(() => {})
}
for (const type of ['pointerdown', 'keydown']) addEventListener(type, ahead, true)

// Forward to a quick view: the address is a product's, but this document was loaded from another one.
const [page] = performance.getEntriesByType('navigation')
const reopen = () => {
  const { quick }: { quick?: unknown } = Object(history.state)
  if (typeof quick !== 'string' || page?.name === location.href) return
  loadDialogs().then(
    (dialogs) => dialogs.reopenQuickView(quick),
    () => location.reload(),
  )
}
addEventListener('popstate', reopen)
// Somebody went forward before this code was there.
reopen()

loadOnInput(CONTROLS, load)
start()
addEventListener('storage', start)

/**
 * Starts at once if changes wait to be sent, or for a shopper who has just signed in and whose cart
 * is not known yet.
 */
function start(): void {
  if (isStarted) return
  if (!hasUnsent() && !isNew()) return
  isStarted = true
  followCart()
  // If the code cannot be loaded, the next press tries again, or follows its link or form.
  load().catch(() => {})
}

/**
 * Signed in, with no cart of the account stored. Not at the desk, whose header has no account menu.
 */
function isNew(): boolean {
  // Both are JSON, in one line; a cart begins with whose it is.
  const owner = readStored('cart')?.slice(1).split(',')[0] ?? '\n'
  return (
    !!readStored('token') &&
    !readStored('user')?.includes(owner) &&
    !!document.querySelector('account-menu')
  )
}

// A rough first display before any input; card-followers.ts corrects it later.
try {
  // What is stored may be of an account that was signed in before.
  const { wishlist: wished, cart }: Record<string, string> = isNew() ? {} : localStorage
  for (const heart of document.querySelectorAll<HTMLButtonElement>('[form=wish]')) {
    if (wished?.includes(`"productid":"${heart.value}"`)) heart.ariaPressed = 'true'
  }
  const { items = [] }: { items?: { productid: string; quantity: number }[] } = JSON.parse(
    cart || '{}',
  )
  const counts = new Map<unknown, number>()
  for (const { productid, quantity } of items) {
    counts.set(productid, (counts.get(productid) ?? 0) + quantity)
  }
  for (const host of document.querySelectorAll<HTMLElement>(BUY)) {
    const count = counts.get(productOf(host.firstElementChild)) ?? 0
    if (count > 0) showOnCard(host, { count, isFull: false })
  }
} catch {
  // Storage may be blocked, or hold something else.
}
