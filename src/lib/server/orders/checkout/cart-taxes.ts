import { collectsTax } from '#lib/checkout/bill.ts'
import { taxLines } from '#lib/checkout/gst.ts'
import { stateOfGstin } from '#lib/checkout/states.ts'
import { paiseToRupees } from '#lib/money.ts'
import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { CartLine } from '#lib/server/shopper/cart/read-cart.ts'

/** HSN code and rate of GST of what is in a cart, by the product's id. */
export async function readTaxes(db: Db, lines: readonly Pick<CartLine, 'productId'>[]) {
  const ids = lines.map(({ productId }) => productId)
  if (ids.length === 0) return new Map<string, never>()
  const taxes = await db
    .selectFrom('product')
    .select(['id', 'hsn', 'gst_percent'])
    .where('id', 'in', ids)
    .execute()
  return new Map(taxes.map((tax) => [tax.id, tax]))
}

/**
 * The GST that the prices of a cart's lines include, as a bill within the shop's state has it: elsewhere it may
 * be a paisa off. 0 if the shop collects none.
 */
export async function includedTaxPaise(db: Db, lines: readonly CartLine[]): Promise<number> {
  const shop = await loadShop(db)
  if (!collectsTax(shop)) return 0
  const taxes = await readTaxes(db, lines)
  const products = lines.map(({ productId, pricePaise, quantity }) => ({
    gst: taxes.get(productId)?.gst_percent ?? null,
    subtotal: paiseToRupees(pricePaise * quantity),
  }))
  const here = { country: 'India', state: stateOfGstin(shop.gstin) ?? '' }
  const rated = taxLines({ ...here, products }, shop.gstin)
  return rated.reduce(
    (sum, { cgstPaise, sgstPaise, igstPaise }) => sum + cgstPaise + sgstPaise + igstPaise,
    0,
  )
}
