import { later } from '#islands/kit/later.ts'

later(
  '.thumbs a, .tabs a, compare-button a, .reviews ~ a, .review-form .btn',
  () => import('./product-islands.ts'),
)
