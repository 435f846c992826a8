import { loadOnInput } from '#islands/wake/load-on-input.ts'
import { applyView } from './listing-view.ts'

/** What leads to another state of a listing, or to another one. */
const LINKS = ['/category/', '/subcat/', '/brand/', '/offers', '/search']
const CONTROLS = `${LINKS.map((path) => `main a[href^="${path}"]`).join()},#filters button`

const address = location.pathname + location.search
const load = () => import('./listing-filters.ts').then((filters) => filters.startListing(address))
const wake = () => void load().catch(() => {})
const main = document.querySelector('main')
if (main?.querySelector('[data-view]')) {
  applyView(main)
  loadOnInput(CONTROLS, load)
  // Back to a state that a swap has left: only what has made it finds its place again.
  if (history.scrollRestoration === 'manual') wake()
  // Further back, to what this page has not shown: then it follows (listing-filters.ts).
  addEventListener('popstate', wake)
}
