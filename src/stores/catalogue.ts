import { atom } from 'nanostores'
import * as z from 'zod/mini'
import { get } from '#lib/api-client.ts'

// What islands share of the catalogue (S-113). It is the shop's to say, so no browser keeps it:
// whoever needs a list asks for it, and what fails leaves the list as it is (S-199). Our own islands ask
// for the countries only; the other lists stand here because S-098 and S-113 name them as shared.

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
