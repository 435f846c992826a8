import { belowMinimum } from '#lib/checkout/below-minimum.ts'
import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import type { Cart } from '#lib/server/shopper/cart/read-cart.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { CartRefusal } from './check-cart.ts'

/**
 * Why no new order is begun: the shop is closed (P24), or wants a larger one (P25). An attempt that is open
 * already is not asked this: it goes on (F04).
 */
export async function refuseNew(trx: Trx, cart: Cart): Promise<CartRefusal | undefined> {
  const { closed, minimum } = await loadShop(trx)
  if (closed !== '') return { code: 'closed', cart, said: closed }
  const said = belowMinimum(minimum, cart.totalPaise)
  return said === '' ? undefined : { code: 'belowMinimum', cart, said }
}
