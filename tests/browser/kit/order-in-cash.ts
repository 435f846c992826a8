import type { Browser } from '@playwright/test'
import * as z from 'zod/mini'
import { BILLING } from '#tests/support/orders/billing.ts'
import { signIn } from './accounts.ts'
import { addElsewhere, call } from './buying.ts'

const productsSchema = z.object({ ProductList: z.array(z.object({ _id: z.string() })) })
const orderSchema = z.object({ order: z.object({ number: z.string() }) })

/**
 * Places another shopper's order with cash on delivery.
 * @returns its number
 */
export async function orderInCash(browser: Browser, baseURL: string | undefined, name: string) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await signIn(page)
  const found = await page.request.get('/api/products?perpage=1&sort=price&minprice=20')
  const [product] = productsSchema.parse(await found.json()).ProductList
  await addElsewhere(page, product?._id ?? '', { quantity: 3 })
  const answer = await call(page, 'POST', '/api/checkout', {
    ...BILLING,
    fullname: name,
    payment: 'cod',
  })
  await context.close()
  return orderSchema.parse(answer).order.number
}
