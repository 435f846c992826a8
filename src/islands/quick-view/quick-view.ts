import productStyles from '#styles/product.css?inline'
import stepperStyles from '#styles/stepper.css?inline'
import '#islands/catalogue/product-islands.ts'
import styles from './quick-view.css?inline'
import { purchaseMessages as messages } from '#lib/texts/browser/purchase.ts'
import { $quickView } from '#stores/quick-view.ts'
import { requireLogin } from '#stores/session.ts'
import { adoptStyles } from '#islands/kit/adopt-styles.ts'
import { fetchPage } from '#islands/kit/fetch-page.ts'

let dialog: HTMLDialogElement | undefined
let abort = new AbortController()

/**
 * Shows a product over the page: at once with what its card has, then with all of it. Its
 * address is that of the product, so that going back closes it, and loading it anew shows the page.
 */
export function openQuickView(link: HTMLAnchorElement): void {
  const id = link.dataset['quick']
  if (!id || !requireLogin()) return
  const card = link.closest('.card')
  show(id, card && glanceOf(card, link.href))
  history.pushState({ ...Object(history.state), quick: id }, '', link.href)
}

function show(id: string, glance: HTMLElement | null): void {
  dialog ??= makeDialog()
  const body = dialog.querySelector('.quick-body')
  body?.replaceChildren(...(glance ? [glance] : []))
  dialog.ariaBusy = 'true'
  if (!dialog.open) dialog.showModal()
  dialog.scrollTop = 0
  $quickView.set(id)
  void fill(dialog, id)
}

async function fill(shown: HTMLDialogElement, id: string): Promise<void> {
  abort.abort()
  abort = new AbortController()
  const { signal } = abort
  const path = `/product/${encodeURIComponent(id)}`
  const page = await fetchPage(`/quick/${encodeURIComponent(id)}`, signal).catch(() => undefined)
  if (signal.aborted) return
  shown.ariaBusy = null
  const product = page?.querySelector('.product')
  // What cannot be shown here has a page of its own.
  if (!product) return location.replace(path)
  const more = document.createElement('a')
  more.className = 'quick-more'
  more.href = path
  more.textContent = messages.fullDetails
  product.querySelector('product-info')?.append(more)
  shown.querySelector('.quick-body')?.replaceChildren(product)
}

/** Picture, name and price as the card has them. */
function glanceOf(card: Element, href: string): HTMLElement {
  const glance = document.createElement('div')
  glance.className = 'product'
  const gallery = document.createElement('div')
  gallery.className = 'gallery'
  const frame = document.createElement('div')
  frame.className = 'photo-frame'
  const picture = card.querySelector('picture')?.cloneNode(true)
  if (picture) frame.append(picture)
  gallery.append(frame)
  const info = document.createElement('div')
  info.className = 'info'
  const title = document.createElement('h2')
  title.id = 'quick-title'
  title.textContent = card.querySelector(`h3`)?.textContent.trim() ?? href
  info.append(title)
  for (const selector of ['.card-size', '.price']) {
    const part = card.querySelector(selector)?.cloneNode(true)
    if (part) info.append(part)
  }
  glance.append(gallery, info)
  return glance
}

function makeDialog(): HTMLDialogElement {
  adoptStyles(productStyles)
  adoptStyles(stepperStyles)
  adoptStyles(styles)
  const made = document.createElement('dialog')
  made.className = 'quick-view'
  made.setAttribute('aria-labelledby', 'quick-title')
  const close = document.createElement('button')
  close.type = 'button'
  close.className = 'quick-close'
  close.ariaLabel = messages.close
  close.textContent = '\u00d7'
  close.addEventListener('click', () => made.close())
  const body = document.createElement('div')
  body.className = 'quick-body'
  made.append(close, body)
  // A click on the backdrop is one on the dialog itself.
  made.addEventListener('click', ({ target, clientX, clientY }) => {
    if (target === made && !isInside(made, clientX, clientY)) made.close()
  })
  made.addEventListener('close', () => {
    abort.abort()
    $quickView.set(undefined)
    if (Object(history.state).quick) history.back()
  })
  document.body.append(made)
  return made
}

function isInside(element: Element, x: number, y: number): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
}

// Going back closes it; forward opens it again.
addEventListener('popstate', ({ state }) => {
  const { quick }: { quick?: unknown } = Object(state)
  if (typeof quick === 'string') show(quick, null)
  else if (dialog?.open) dialog.close()
})
