import { loadOnInput } from '#islands/kit/load-on-input.ts'

loadOnInput('.thumbs a, [data-tabs] a', () =>
  Promise.all([import('./product-gallery.ts'), import('./product-tabs.ts')]),
)
