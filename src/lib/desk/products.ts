import * as z from 'zod/mini'
import { optionalField } from '#lib/optional-field.ts'

/** Where products are found and changed at the desk. */
export const productsPath = '/desk/products'

export const deskProductPath = (id: string): string => `${productsPath}/${id}`

/** As many stand on a page as a form has fields for (H6). */
export const PRODUCTS_A_PAGE = 16
/** A product with more packs is changed on a page of its own. */
export const PACKS_IN_A_ROW = 4

/** The number of an import as a form has it. */
export const importNumber = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))

/** Which products are looked for; the names of the address. */
const productSearchSchema = z.object({
  q: optionalField(z.string().check(z.trim(), z.maxLength(100))),
  category: optionalField(z.string().check(z.regex(/^[\w-]{1,200}$/))),
  show: optionalField(z.enum(['soldout', 'featured', 'sale'])),
  page: optionalField(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,4}$/)), z.transform(Number))),
})
export type ProductSearch = z.infer<typeof productSearchSchema>

/** The search of an address; all products where it is none. */
export function readProductSearch(params: URLSearchParams): ProductSearch {
  const parsed = productSearchSchema.safeParse(Object.fromEntries(params))
  return parsed.success ? parsed.data : {}
}

/** The address of the page with this search. */
export function productsAddress(search: ProductSearch): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === '' || (name === 'page' && value === 1)
      ? []
      : [[name, String(value)]],
  )
  return entries.length === 0
    ? productsPath
    : `${productsPath}?${new URLSearchParams(entries).toString()}`
}

/**
 * What a form showed of a product: only what differs from it is a change, so that nobody turns back
 * what a colleague changed meanwhile. A product without packs has one price and stock, of no label.
 */
export const shownSchema = z.strictObject({
  sku: z.string().check(z.regex(/^[\w.-]{1,50}$/)),
  isFeatured: z.boolean(),
  /** When it was read. */
  at: z.int().check(z.minimum(0)),
  slots: z
    .array(
      z.strictObject({
        label: z.string().check(z.maxLength(60)),
        pricePaise: z.int(),
        stock: z.nullable(z.int()),
      }),
    )
    .check(z.minLength(1), z.maxLength(30)),
})
export type Shown = z.infer<typeof shownSchema>
