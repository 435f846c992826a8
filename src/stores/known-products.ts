import { map } from 'nanostores'
import type { ProductView } from '#lib/catalogue/product-view-schema.ts'

/** Products as fetched since this page was loaded, by id. */
export const $knownProducts = map<Record<string, ProductView>>({})
