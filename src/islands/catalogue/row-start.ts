import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

/** Rows, and what makes some. */
const ROWS = 'carousel-row, recently-viewed, buy-again'

// A finger moves a row by itself; arrows are for who points.
if (matchMedia('(hover: hover)').matches && document.querySelector(ROWS)) {
  void loadWhenOnline(() => import('./carousel-row.ts'))
}
