import { atom } from 'nanostores'
import * as z from 'zod/mini'
import { get } from '#lib/api-client.ts'

// Catalogue lists that islands share (S-113). Not stored in the browser: they are fetched when
// needed, and a failed call leaves the list as it is (S-199).

const countriesSchema = z.object({
  data: z.array(z.object({ country: z.string() })).check(z.minLength(1)),
})
const refSchema = z.object({ _id: z.string(), name: z.string() })
const categorySchema = z.extend(refSchema, { children: z.array(refSchema) })
const productSchema = z.extend(refSchema, {
  price: z.number(),
  oldprice: z.nullable(z.number()),
  images: z.array(z.string()),
  rating: z.number(),
})

/** Entries of the country list (S-098). */
export const $countries = atom<readonly z.infer<typeof countriesSchema>['data'][number][]>([])
export const $categories = atom<readonly z.infer<typeof categorySchema>[]>([])
export const $subcategories = atom<readonly z.infer<typeof refSchema>[]>([])
export const $products = atom<readonly z.infer<typeof productSchema>[]>([])

/**
 * Fetches the country list.
 * @returns whether there is one
 */
export async function loadCountries(): Promise<boolean> {
  const found = countriesSchema.safeParse(await get('/api/countries'))
  if (found.success) $countries.set(found.data.data)
  return $countries.get().length > 0
}

/** Fetches the lists of categories and sub-categories. */
export async function loadCategories(): Promise<void> {
  const answers = await Promise.all([get('/api/category'), get('/api/subcat')])
  const categories = z.object({ categorylist: z.array(categorySchema) }).safeParse(answers[0])
  const children = z.object({ subcatlist: z.array(refSchema) }).safeParse(answers[1])
  if (categories.success) $categories.set(categories.data.categorylist)
  if (children.success) $subcategories.set(children.data.subcatlist)
}

/** Fetches the products that a query finds; an empty result empties the list (S-199). */
export async function loadProducts(query: string): Promise<void> {
  const found = z
    .object({ ProductList: z.array(productSchema) })
    .safeParse(await get(`/api/products${query}`))
  if (found.success) $products.set(found.data.ProductList)
}
