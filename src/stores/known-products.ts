import { map } from 'nanostores'
import type { ProductView } from '#lib/catalogue/product-view-schema.ts'

/** Products as the shop has said them since this page was loaded, by their ids. */
export const $products = map<Record<string, ProductView>>({})
