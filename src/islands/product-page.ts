import { later } from './later.ts'

later('.thumbs a, .tabs a, compare-button a', () => import('./product-islands.ts'))
