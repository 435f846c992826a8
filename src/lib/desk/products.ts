import * as z from 'zod/mini'
import { optionalField } from '#lib/optional-field.ts'
import { pageField } from '#lib/page-field.ts'

/** The desk's page for finding and editing products. */
export const productsPath = '/desk/products'

/** The desk's page of one product. */
export const deskProductPath = (id: string): string => `${productsPath}/${id}`

/** Products on a page: as many as a form can have fields for (H6). */
export const PRODUCTS_A_PAGE = 16
/** A product with more packs is edited on a page of its own. */
export const PACKS_IN_A_ROW = 4

/** The number of an import in a form. */
export const importNumber = z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number))

/** Which products are shown; names as in the address. */
const productSearchSchema = z.object({
  q: optionalField(z.string().check(z.trim(), z.maxLength(100))),
  category: optionalField(z.string().check(z.regex(/^[\w-]{1,200}$/))),
  show: optionalField(z.enum(['soldout', 'featured', 'sale'])),
  page: optionalField(pageField),
})
export type ProductSearch = z.infer<typeof productSearchSchema>

/** Reads the search of an address; all products if it is not valid. */
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
 * The values of a product that a form showed. Only fields that differ from them count as changed,
 * so that nobody reverts a colleague's change. A product without packs has one slot with an empty
 * label.
 */
export const shownSchema = z.strictObject({
  sku: z.string().check(z.regex(/^[\w.-]{1,50}$/)),
  isFeatured: z.boolean(),
  /** When it was read, in epoch milliseconds. */
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
