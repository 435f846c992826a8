import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

/** Rows, and elements that create some. */
const ROWS = 'carousel-row, recently-viewed, buy-again'

// A finger scrolls a row without help; arrows are for pointers.
if (matchMedia('(hover)').matches && document.querySelector(ROWS)) {
  void loadWhenOnline(() => import('./carousel-row.ts'))
}
