import { onTestFinished } from 'vitest'
import type { SignedInUser } from '#lib/server/accounts/session.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { type Call, type Line, openApiFront } from '#tests/support/api-front.ts'
import { type CheckoutShop, openCheckout } from './checkout-shop.ts'
import type { TestDatabase } from '#tests/support/databases/database.ts'

/** The checkout's shop with its API. */
export async function openOrders(
  open: () => Promise<TestDatabase>,
  options: Parameters<typeof openCheckout>[1] = {},
) {
  const shop = await openCheckout(open, options)
  const { call, close } = callerOf(shop)
  const end = async () => {
    await close()
    await shop[Symbol.asyncDispose]()
  }
  return { ...shop, call, [Symbol.asyncDispose]: end }
}

/** Calls a shop's API as a user, or as a visitor. */
export function callerOf(shop: TestDatabase & Pick<CheckoutShop, 'payments'>) {
  const { accounts } = openTestAccounts(shop)
  const front = openApiFront(shop, { accounts, payments: shop.payments })
  const call = (
    line: Line,
    user: SignedInUser | undefined,
    body?: Record<string, unknown>,
    more: Pick<Call, 'params' | 'accept' | 'cartGate' | 'headers'> = {},
  ) => front.call(line, { user, body, ...more })
  return { call, close: () => front[Symbol.asyncDispose]() }
}

/** The same, closed when the test ends. */
export function callsOn(shop: Parameters<typeof callerOf>[0]) {
  const { call, close } = callerOf(shop)
  onTestFinished(close)
  return { call }
}
