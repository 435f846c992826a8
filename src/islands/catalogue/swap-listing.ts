import { announce } from '#islands/kit/announce.ts'
import { fetchPage } from '#islands/kit/fetch-page.ts'
import { applyView } from './listing-view.ts'

/** Elements of the head that depend on the address; the rest is the same on each page. */
const HEAD = 'title, link[rel=canonical], meta[name=robots], meta[property^="og:"]'
/** How long scrolling has to pause before the position is saved. */
const SCROLL_MS = 150

let going: AbortController | undefined
let shown = ''
let isStarted = false
let scrollTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Tells which address the page shows. The address bar may differ: it may name a product shown over
 * the list.
 */
export function showsAt(address: string): void {
  shown = address
}

/** Cancels a listing that is being fetched, as the shopper no longer wants it. */
export function stopShowing(): void {
  going?.abort()
  document.querySelector('main')?.removeAttribute('aria-busy')
}

/** Shows another address of a listing in place of the current one, and in the address bar. */
export async function showListing(address: string): Promise<void> {
  if (!(await swapMain(address, () => visit(address)))) return location.assign(address)
  requestAnimationFrame(showResults)
}

/**
 * A short result may end above what the shopper sees beside a long list of filters: scroll to the
 * top then.
 */
function showResults(): void {
  const last = document.querySelector('.results > :last-child')
  if (last && last.getBoundingClientRect().bottom < innerHeight / 2)
    scrollTo({ top: 0, behavior: 'instant' })
}

/**
 * Fetches a page and puts its `main` in place.
 * @returns false if the browser has to load that page itself
 */
async function swapMain(address: string, onCome: () => void): Promise<boolean> {
  const main = document.querySelector('main')
  stopShowing()
  const { signal } = (going = new AbortController())
  main?.setAttribute('aria-busy', 'true')
  const page = await fetchPage(address, signal).catch(() => undefined)
  // Another address has been asked for since.
  if (signal.aborted) return true
  const fresh = page?.querySelector('main:has(#filters)')
  main?.removeAttribute('aria-busy')
  if (!main || !page || !fresh) return false
  const restore = keptState(main)
  onCome()
  main.replaceChildren(...fresh.childNodes)
  swapHead(page)
  applyView(main)
  restore()
  announce(main.querySelector('.count')?.textContent.trim() ?? '')
  return true
}

function swapHead(page: Document): void {
  for (const element of document.head.querySelectorAll(HEAD)) element.remove()
  document.head.append(...page.head.querySelectorAll(HEAD))
}

/**
 * Notes what is open, scrolled and focused.
 * @returns restores that in the new `main`
 */
function keptState(main: HTMLElement): () => void {
  const open = [...main.querySelectorAll('details[open]')].map(({ id }) => id)
  const scrolled = ['#types', '#brand-names', '#packs', '.sheet'].map((part) => ({
    part,
    top: main.querySelector(part)?.scrollTop ?? 0,
  }))
  const focused = document.activeElement
  const hadFocus = focused === document.body || main.contains(focused)
  const selector = selectorOf(focused)
  return () => {
    for (const id of open) main.querySelector(`details[id='${id}']`)?.setAttribute('open', '')
    for (const { part, top } of scrolled) main.querySelector(part)?.scrollTo(0, top)
    if (!hadFocus) return
    const again = selector && main.querySelector<HTMLElement>(selector)
    // 'Clear all' is gone with the filters: the focus stays in the sheet.
    const target = again || main.querySelector<HTMLElement>('#sidebar[open] button,h1')
    target?.focus({ preventScroll: true })
  }
}

/** A selector that finds the same control of the form, or element with an id, in the next page. */
function selectorOf(element: Element | null): string | undefined {
  if (element?.id) return `#${CSS.escape(element.id)}`
  if (!(element instanceof HTMLInputElement)) return undefined
  return `[name='${element.name}'][value='${CSS.escape(element.value)}']`
}

function visit(address: string): void {
  if (!isStarted) start()
  const isElsewhere = placeOf(address) !== placeOf(shown)
  keepScroll()
  const { state } = history
  const { href } = location
  // What is open over the list stays so, one step further in the history: a product at its own
  // address, a sheet at the list's.
  const { over, quick }: { over?: unknown; quick?: unknown } = Object(state)
  const isBelow = over !== undefined || quick !== undefined
  const isHere = address === addressNow()
  history[isBelow || isHere ? 'replaceState' : 'pushState']({ y: 0 }, '', address)
  shown = addressNow()
  if (isBelow) history.pushState(state, '', quick === undefined ? address : href)
  // Another place or page of a list is read from its top; a filtered one is not.
  if (isElsewhere) requestAnimationFrame(() => scrollTo({ top: 0, behavior: 'instant' }))
}

/** Path, page number and search words of an address. */
function placeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.href)
  return `${pathname} ${searchParams.get('page') ?? 1} ${searchParams.get('q') ?? ''}`
}

/** From the first swap on, going back swaps as well, and this code restores the scroll position. */
function start(): void {
  isStarted = true
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => (history.scrollRestoration = 'auto'))
  addEventListener('pageshow', () => (history.scrollRestoration = 'manual'))
  addEventListener('scroll', () => {
    clearTimeout(scrollTimer)
    scrollTimer = setTimeout(keepScroll, SCROLL_MS)
  })
}

function keepScroll(): void {
  clearTimeout(scrollTimer)
  if (addressNow() === shown) history.replaceState({ ...Object(history.state), y: scrollY }, '')
}

addEventListener('popstate', () => void follow())

/** Follows a step back or forward in the history. A step within the same page needs nothing. */
export async function follow(): Promise<void> {
  const address = addressNow()
  // A product lies over the list, which stays (quick-view/dialogs.tsx).
  if (address === shown || Object(history.state).quick) return
  // While the list is being fetched the page may still scroll: that must not be saved as the new
  // list's position.
  const { state } = history
  clearTimeout(scrollTimer)
  shown = address
  if (!(await swapMain(address, () => {}))) return location.reload()
  if (addressNow() === address) scrollToState(state)
}

// Back from another page to a state that an earlier visit to this one left.
if (history.scrollRestoration === 'manual') scrollToState(history.state)

function scrollToState(state: unknown): void {
  const { y = 0 }: { y?: unknown } = Object(state)
  if (typeof y === 'number') scrollTo({ top: y, behavior: 'instant' })
}

function addressNow(): string {
  return location.pathname + location.search
}
