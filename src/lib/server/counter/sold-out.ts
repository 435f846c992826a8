import type { ExpressionBuilder } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'

type Products = ExpressionBuilder<Database, 'product'>

/** Whether there is something to refill: none is left of the product, or of one of its packs. */
export const isPartSoldOut = (eb: Products) =>
  eb.or([eb('product.stock', '=', 0), eb.exists(packsOf(eb).where('pack.stock', '=', 0))])

/** Whether nobody can buy it: none is left of the product, or of any of its packs. */
export const isAllSoldOut = (eb: Products) =>
  eb.and([isPartSoldOut(eb), eb.not(eb.exists(packsOf(eb).where(isSold)))])

const isSold = (eb: ExpressionBuilder<Database, 'pack'>) =>
  eb.or([eb('pack.stock', 'is', null), eb('pack.stock', '!=', 0)])

/** A product with packs has no stock of its own. */
const packsOf = (eb: Products) =>
  eb.selectFrom('pack').select('pack.label').whereRef('pack.product_id', '=', 'product.id')
