import { loadOnInput } from '#islands/wake/load-on-input.ts'

loadOnInput('.thumbs a, [data-tabs] a', () =>
  Promise.all([import('./product-gallery.ts'), import('./product-tabs.ts')]),
)

// Most shoppers have chosen no place, and need not load the code that says whether the shop
// delivers there.
if (/(?:^|_|; )place=/.test(document.cookie)) {
  void import('#islands/shell/show-place.ts').then(({ showChosen }) => showChosen()).catch(() => {})
}

// Back from a quick view that was reloaded: this document is the product's page, but the address is
// now that of the page below, which has to be loaded.
const { pathname } = location
addEventListener('popstate', ({ state }) => {
  if (location.pathname !== pathname && !Object(state).quick) location.reload()
})
