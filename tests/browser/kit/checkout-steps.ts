import type { APIResponse, Page } from '@playwright/test'
import * as z from 'zod/mini'

const choices = z._default(z.array(z.string()), [])
const productsSchema = z.object({
  ProductList: z.array(
    z.object({
      ...{ _id: z.string(), name: z.string(), price: z.number() },
      ...{ productrams: choices, productsize: choices, productweight: choices },
      stock: z.nullable(z.number()),
    }),
  ),
})

/** A product that a test bought. */
export type Bought = { id: string; name: string; price: number; quantity: number }

/** So many units of a product are left to other tests. */
const SPARE = 8

/**
 * Adds products to the signed-in shopper's cart, like another device: the cheapest ones of which
 * other tests have left enough.
 */
export async function fillCart(page: Page, count = 2, quantity = 2): Promise<Bought[]> {
  const answer = await page.request.get('/api/products?sort=price&perpage=20')
  const { ProductList } = productsSchema.parse(await answer.json())
  const bought: typeof ProductList = []
  for (const product of ProductList) {
    if (bought.length === count) break
    // Tests that run at the same time order of it, too.
    if (product.stock !== null && product.stock < quantity + SPARE) continue
    const data = {
      productid: product._id,
      quantity,
      ...firstOf('productrams', product.productrams),
      ...firstOf('productsize', product.productsize),
      ...firstOf('productweight', product.productweight),
    }
    const response = await ask(page, '/api/cart/add', data)
    if (response.status() === 409) continue
    if (!response.ok()) throw new Error(await response.text())
    bought.push(product)
  }
  return bought.map(({ _id: id, name, price }) => ({ id, name, price, quantity }))
}

const firstOf = (name: string, [first]: string[]) => (first === undefined ? {} : { [name]: first })

function ask(page: Page, path: string, data: unknown): Promise<APIResponse> {
  const { origin } = new URL(page.url())
  return page.request.post(path, { data, headers: { origin, accept: 'application/json' } })
}

/** Calls the API with a page's session. */
export async function post(page: Page, path: string, data: unknown): Promise<unknown> {
  const response = await ask(page, path, data)
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  return response.json()
}

/** A delivery address. */
export const ADDRESS = {
  'House number and street name': '12 MG Road',
  'Town/City': 'Pune',
  'State/Country': 'Maharashtra',
  'Post Code/PIN Code': '411001',
}

/** Fills in the address; if it is known already, the fields are unfolded first. */
export async function fillBilling(page: Page): Promise<void> {
  await unfold(page)
  for (const [label, text] of Object.entries(ADDRESS)) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
}

/** Unfolds the fields of an address that is known already. */
export async function unfold(page: Page): Promise<void> {
  const fold = page.getByText('Change these details')
  const city = page.getByLabel('Town/City')
  await city.waitFor({ state: 'attached' })
  const isFolded = await city.isHidden()
  if (isFolded) await fold.click()
}

/**
 * Resolves once the checkout that is opened next keeps what is typed, for which it loads a file
 * (typed-form.ts).
 */
export async function keepsTyped(page: Page): Promise<void> {
  const file = await page.waitForResponse('**/static/js/typed-form.*.js')
  // The page imported it first, and so has done with it by then what it does.
  await page.evaluate(async (url) => void (await import(url)), file.url())
}

/**
 * Rupees as the screens write them; some of the specification's tables have a sign of their own
 * (S-002).
 */
export function rupees(amount: number, sign: '₹' | 'Rs. ' = '₹'): string {
  const isWhole = Number.isInteger(amount)
  const digits = isWhole ? 0 : 2
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${sign}${amount.toLocaleString('en-IN', format)}`
}

/** The total price of products. */
export const totalOf = (bought: readonly Bought[]): number =>
  Math.round(bought.reduce((sum, { price, quantity }) => sum + price * quantity, 0) * 100) / 100
