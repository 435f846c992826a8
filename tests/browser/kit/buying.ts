import type { Page } from '@playwright/test'

/** The cart in the header, with units and total. */
export const cartLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: /^Cart/ })

/** Adds a product to the cart like another device of the same account. */
export async function addElsewhere(
  page: Page,
  productid: string,
  fields: Record<string, unknown> = {},
): Promise<void> {
  await call(page, 'POST', '/api/cart/add', { productid, ...fields })
}

/** Calls the API with this browser's session, without its scripts. */
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

/** The cart as the server has it. */
export async function serverCart(
  page: Page,
): Promise<{ _id: string; productid: string; quantity: number; productweight: string }[]> {
  return (await page.request.get('/api/cart')).json()
}
