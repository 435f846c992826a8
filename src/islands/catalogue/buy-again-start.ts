import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

// The row is visible only to shoppers who have bought something (SHOW_BOUGHT).
if (document.querySelector('buy-again:not([hidden])'))
  void loadWhenOnline(() => import('./buy-again.ts'))
