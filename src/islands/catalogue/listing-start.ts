import { loadOnInput } from '#islands/wake/load-on-input.ts'
import { applyView } from './listing-view.ts'

/** Among them links that lead to another state of a listing, or to another one. */
const CONTROLS =
  'main a:is([href^="/category/"],[href^="/subcat/"],[href^="/brand/"],[href^="/offers"],[href^="/search"]),#sidebar button'

const address = location.pathname + location.search
const load = () => import('./listing-filters.ts').then((filters) => filters.startListing(address))
const wake = () => void load().catch(() => {})
const main = document.querySelector('main')
if (main?.querySelector('[data-view]')) {
  applyView(main)
  loadOnInput(CONTROLS, load)
  // Back to a state that a swap left: only the code that swapped can restore the scroll position.
  if (history.scrollRestoration === 'manual') wake()
  // When going back beyond what this page was loaded with, that code follows (listing-filters.ts).
  addEventListener('popstate', wake)
}
