// What controls of cards, quick views, delivery place and sharing do beyond links and forms. Loaded
// at the first input (load-on-input.ts).
import { savesData } from '#lib/browser/connection.ts'
import { findLine } from '#lib/cart/cart-changes.ts'
import { readPacks } from '#lib/catalogue/card-packs.ts'
import { purchaseTexts } from '#lib/texts/browser/purchase.ts'
import { addToCart, stepLine } from '#stores/buying.ts'
import { $cart, refreshCart } from '#stores/cart.ts'
import { rereadChanges } from '#stores/changes.ts'
import { sendChanges } from '#stores/send-changes.ts'
import { $owner, requireShopping } from '#stores/session.ts'
import { showAlert } from '#stores/toast.ts'
import { refreshWishes } from '#stores/wishlist.ts'
import { toggleWish } from '#stores/wishing.ts'
import { hasUnsent } from '#islands/kit/unsent.ts'
import { stopRepeat } from '#islands/kit/double-press.ts'
import { registerWorker } from '#islands/shell/register-worker.ts'
import { opensElsewhere } from '#islands/wake/opens-elsewhere.ts'
import { BUY, productOf } from './card-state.ts'
import { followCards } from './card-followers.ts'
import { addEarly, stepEarly } from './product-form.ts'
import { glanceOf, lineOf, lookOnPage } from './product-look.ts'

const loadDialogs = () => import('#islands/quick-view/dialogs.tsx')
const hasRoom = matchMedia('(width >= 64rem)')

document.addEventListener('submit', (event) => {
  const { submitter, target: form } = event
  if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return
  if (submitter.closest(BUY)) addFromCard(submitter)
  else if (form.id === 'wish') void toggleWish(submitter.value)
  else return
  event.preventDefault()
})

/** An island that React has not taken over yet. */
const EARLY = 'astro-island:not([data-live])'

/** Actions by selector. One that returns false leaves the click to the link. */
const ACTS: [selector: string, act: (control: HTMLElement) => boolean][] = [
  [`${EARLY} [form|=add]`, addEarly],
  [`${EARLY} [data-by]`, stepEarly],
  ['[data-by]', step],
  ['a[data-choose]', choose],
  ['a[data-quick]', quick],
  ['a[href="/cart"]', showCart],
  ['a[data-location]', locate],
  ['a[data-share]', share],
]

addEventListener('click', stopRepeat, true)
document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element) || event.defaultPrevented || opensElsewhere(event)) return
  for (const [selector, act] of ACTS) {
    const control = target.closest<HTMLElement>(selector)
    if (!control) continue
    if (act(control)) event.preventDefault()
    return
  }
})

function addFromCard(button: HTMLButtonElement): void {
  void addToCart(lineOf(button), 1, lookOnPage(button))
}

/** Handles − or + of a card, for the one line of its product in the cart. */
function step(button: HTMLElement): boolean {
  const control = button.closest(BUY)?.firstElementChild
  const item = control instanceof HTMLButtonElement && findLine($cart.get(), lineOf(control))
  if (!item) return false
  if (button.ariaDisabled !== 'true') void stepLine(item, button.dataset['by'] === '1' ? 1 : -1)
  return true
}

function choose(link: HTMLElement): boolean {
  const productid = productOf(link)
  const choices = readPacks(link.dataset)
  if (productid === undefined || !choices) return false
  const offered = { productid, choices, look: lookOnPage(link), photo: glanceOf(link).image }
  open(link, ({ openPackSheet }) => openPackSheet(offered))
  return true
}

function quick(link: HTMLElement): boolean {
  const id = productOf(link)
  if (id === undefined) return false
  if (!requireShopping()) return true
  open(link, ({ openQuickView }) => openQuickView(id, addressOf(link), glanceOf(link)))
  return true
}

/** Opens the cart as a drawer in wide windows, except on cart, checkout and sign-in screens. */
function showCart(link: HTMLElement): boolean {
  const isThere = /^\/(cart|checkout)/.test(location.pathname)
  const isShop = document.querySelector('cart-count') !== null
  if (!hasRoom.matches || isThere || !isShop || !$owner.get()) return false
  open(link, ({ openCart }) => openCart())
  return true
}

/** Asks where to deliver; without this code, the link leads to a page with the same form. */
function locate(link: HTMLElement): boolean {
  import('#islands/shell/location-dialog.ts')
    .then(({ openLocationDialog }) => openLocationDialog('countries' in link.dataset))
    .catch(() => followLink(link))
  return true
}

/** Opens the device's share dialog; without one, the link leads to WhatsApp. */
function share(): boolean {
  if (!('share' in navigator)) return false
  const [title = ''] = document.title.split(' | ')
  // Cancelling is not an error.
  navigator.share({ title, url: location.href }).catch(() => {})
  return true
}

type Dialogs = Awaited<ReturnType<typeof loadDialogs>>

/**
 * Opens a dialog. If dialogs cannot be loaded, the link is followed; offline an alert is shown
 * instead.
 */
function open(link: HTMLElement, act: (dialogs: Dialogs) => Promise<void>): void {
  link.ariaBusy = 'true'
  void loadDialogs()
    .then(act)
    .catch(() => followLink(link))
    .finally(() => (link.ariaBusy = null))
}

function followLink(link: HTMLElement): void {
  if (navigator.onLine) location.assign(addressOf(link))
  else showAlert(purchaseTexts.notLoaded, 'error')
}

const addressOf = (link: HTMLElement) => link.getAttribute('href') ?? '/'

// Preloaded, so that later presses open it at once.
if (!savesData() && document.querySelector('[data-quick], [data-choose]'))
  void loadDialogs().catch(() => {})

followCards()
if (hasUnsent()) rereadChanges()
void sendChanges().then(refreshCart).then(refreshWishes)
registerWorker()
