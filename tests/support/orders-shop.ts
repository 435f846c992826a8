import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { type CheckoutShop, openCheckout } from './checkout-shop.ts'
import type { TestDatabase } from './databases/database.ts'
import type { Endpoint } from './open-api.ts'

type Who = SignedInUser

/** The shop of the checkout, called through its endpoints. */
export async function openOrders(
  open: () => Promise<TestDatabase>,
  options: Parameters<typeof openCheckout>[1] = {},
) {
  const shop = await openCheckout(open, options)
  return { ...shop, call: callerOf(shop) }
}

/** Calls an endpoint for somebody, or for nobody. */
export function callerOf({ db, payments }: Pick<CheckoutShop, 'db' | 'payments'>) {
  return async (
    endpoint: Endpoint,
    who: Who | undefined,
    body?: Record<string, unknown>,
    more: { params?: Record<string, string>; accept?: string; path?: string } = {},
  ) => {
    const { params = {}, accept, path = '/' } = more
    const url = new URL(path, 'http://localhost:4321')
    const method = body === undefined ? 'GET' : 'POST'
    const request = new Request(url, { method, ...(accept && { headers: { accept } }) })
    const locals: App.Locals = {
      ...{ catalogue: new Catalogue(db), db, search: undefined, origin: url.origin },
      ...{ productGate: 'open', location: 'All', flash: undefined, body, requestId: 'r' },
      ...{ user: who, payments },
    }
    return endpoint({ locals, params, request, url })
  }
}
