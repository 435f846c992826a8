import { loadWhenOnline } from '#islands/wake/load-on-input.ts'

// Only who has bought has room for it (SHOW_BOUGHT).
if (document.querySelector('buy-again:not([hidden])'))
  void loadWhenOnline(() => import('./buy-again.ts'))
