import { later } from '#islands/kit/later.ts'

later('.thumbs a, .tabs a', () =>
  Promise.all([import('./product-gallery.ts'), import('./product-tabs.ts')]),
)
