import { announce } from '#islands/kit/announce.ts'
import { fetchPage } from '#islands/kit/fetch-page.ts'
import { applyView } from './listing-view.ts'

/** Of the head, what tells of the address; the rest is the same in each page. */
const HEAD = 'title, link[rel=canonical], meta[name=robots], meta[property^="og:"]'
/** How long a shopper has to stop scrolling before the place is noted. */
const SCROLL_MS = 150

let going: AbortController | undefined
let shown = ''
let isStarted = false
let scrollTimer: ReturnType<typeof setTimeout> | undefined

/** What the page shows: the address bar may be on a product by now, which lies over it. */
export function showsAt(address: string): void {
  shown = address
}

/** Says that what is under way would show what the shopper does not want any more. */
export function stopShowing(): void {
  going?.abort()
  document.querySelector('main')?.removeAttribute('aria-busy')
}

/** Shows an address of a listing in place of the one that is shown, and in the address bar. */
export async function showListing(address: string): Promise<void> {
  if (!(await swapMain(address, () => visit(address)))) return location.assign(address)
  requestAnimationFrame(showResults)
}

/** Fewer products end above what a long list of filters shows: they are read from their top then. */
function showResults(): void {
  const last = document.querySelector('.results > :last-child')
  if (last && last.getBoundingClientRect().bottom < innerHeight / 2)
    scrollTo({ top: 0, behavior: 'instant' })
}

/** Fetches a page and puts its `main` in place; false where the browser has to go there itself. */
async function swapMain(address: string, onCome: () => void): Promise<boolean> {
  const main = document.querySelector('main')
  stopShowing()
  const { signal } = (going = new AbortController())
  main?.setAttribute('aria-busy', 'true')
  const page = await fetchPage(address, signal).catch(() => undefined)
  // Overtaken: another address is on its way.
  if (signal.aborted) return true
  const fresh = page?.querySelector('main:has(#filters)')
  main?.removeAttribute('aria-busy')
  // A copy says itself that it is one, as a page (offline-note.ts).
  if (!main || !page || !fresh || page.body.dataset['kept']) return false
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

/** What a shopper has opened, scrolled and focused, to be restored in the new `main`. */
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
    const target = again || main.querySelector<HTMLElement>('h1')
    target?.focus({ preventScroll: true })
  }
}

/** Finds a control of the form, or a link with an id, in the next page. */
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
  // What lies over the list stays there, one step on: a product at its own address, a sheet at that of the list.
  const { over, quick }: { over?: unknown; quick?: unknown } = Object(state)
  const isBelow = over !== undefined || quick !== undefined
  history[isBelow ? 'replaceState' : 'pushState']({ y: 0 }, '', address)
  shown = addressNow()
  if (isBelow) history.pushState(state, '', quick === undefined ? address : href)
  // Another place or page of a list is read from its top; a filter is not.
  if (isElsewhere) requestAnimationFrame(() => scrollTo({ top: 0, behavior: 'instant' }))
}

/** The path and page that an address shows. */
function placeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.href)
  return `${pathname} ${searchParams.get('page') ?? 1} ${searchParams.get('q') ?? ''}`
}

/** From the first swap on, going back swaps too, and finds the place again. */
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

/** Back and forward; also a step to a part of the same page, which needs nothing. */
export async function follow(): Promise<void> {
  const address = addressNow()
  // Over the list lies a product: the list stays (quick-view/dialogs.tsx).
  if (address === shown || Object(history.state).quick) return
  // While the list is on its way the page still scrolls, and would be kept as the place of that one.
  const { state } = history
  clearTimeout(scrollTimer)
  shown = address
  if (!(await swapMain(address, () => {}))) return location.reload()
  if (addressNow() === address) scrollToState(state)
}

// Back from another page to a state that an earlier visit of this one left.
if (history.scrollRestoration === 'manual') scrollToState(history.state)

function scrollToState(state: unknown): void {
  const { y = 0 }: { y?: unknown } = Object(state)
  if (typeof y === 'number') scrollTo({ top: y, behavior: 'instant' })
}

function addressNow(): string {
  return location.pathname + location.search
}
