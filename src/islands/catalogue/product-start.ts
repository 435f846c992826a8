import { loadOnInput } from '#islands/wake/load-on-input.ts'

loadOnInput('.thumbs a, [data-tabs] a', () =>
  Promise.all([import('./product-gallery.ts'), import('./product-tabs.ts')]),
)

// Most have chosen no place: what says whether the shop delivers there is not theirs to load.
if (/(?:^|_|; )place=/.test(document.cookie)) {
  void import('#islands/shell/show-place.ts').then(({ showKept }) => showKept()).catch(() => {})
}

// Back from a quick view that was loaded anew: this page is the product's, and its address that of the page below.
const { pathname } = location
addEventListener('popstate', ({ state }) => {
  if (location.pathname !== pathname && !Object(state).quick) location.reload()
})
