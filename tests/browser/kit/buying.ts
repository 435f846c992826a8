import type { Page } from '@playwright/test'

/** The header's cart: units and total. */
export const cartLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: /^Cart/ })

/** Puts a product into the cart as another device of the same account does. */
export async function addElsewhere(
  page: Page,
  productid: string,
  fields: Record<string, unknown> = {},
): Promise<void> {
  await call(page, 'POST', '/api/cart/add', { productid, ...fields })
}

/** Asks the API with the session of this browser, without its scripts. */
export async function call(
  page: Page,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  data: Record<string, unknown>,
): Promise<unknown> {
  const origin = new URL(page.url()).origin
  const response = await page.request.fetch(path, {
    method,
    data,
    headers: { origin, accept: 'application/json' },
  })
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`)
  return response.json()
}

/** The cart that the server has. */
export async function serverCart(
  page: Page,
): Promise<{ _id: string; productid: string; quantity: number; productweight: string }[]> {
  return (await page.request.get('/api/cart')).json()
}
