import type { Db } from '#lib/server/database/schema.ts'
import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'
import { costsOf } from '#lib/server/import/read/product/costs.ts'

/** Products that a list would sell below their cost; `named` are those with the largest losses. */
export type BelowCost = { count: number; named: Loss[] }
export type Loss = { name: string; label: string; pricePaise: number; costPaise: number }

const NAMED = 3
const BATCH = 500
/** A list that changes none of these fields cannot bring a price below its cost. */
const SAYS = ['price_paise', 'sale_paise', 'sale_from', 'packs', 'cost']

/**
 * Looks in the transaction in which the list is applied.
 * @returns undefined if nothing sells below cost, or no cost is known
 */
export async function findBelowCost(
  trx: Db,
  changes: readonly LoggedChange[],
): Promise<BelowCost | undefined> {
  const ids = changes.flatMap(({ kind, key, before, after }) => {
    const isPriced = before === null || SAYS.some((field) => field in (after ?? {}))
    return kind === 'product' && isPriced ? [key] : []
  })
  if (ids.length === 0 || !(await knowsCosts(trx))) return undefined
  const losses: Loss[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    losses.push(...(await lossesOf(trx, ids.slice(at, at + BATCH))))
  }
  if (losses.length === 0) return undefined
  const largest = losses.toSorted((one, other) => lossOf(other) - lossOf(one))
  return { count: losses.length, named: largest.slice(0, NAMED) }
}

/** Whether the shop knows the cost of any product. */
export async function knowsCosts(db: Db): Promise<boolean> {
  const query = db.selectFrom('product').select('id').where('cost', '!=', '').limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

const lossOf = ({ pricePaise, costPaise }: Loss) => costPaise - pricePaise

/** For each product that loses, the pack with the largest loss. */
async function lossesOf(trx: Db, ids: string[]): Promise<Loss[]> {
  const rows = await trx
    .selectFrom('product')
    .select(['id', 'name', 'cost', 'price_paise', 'base_paise', 'sale_paise', 'sale_from'])
    .where('id', 'in', ids)
    .where('cost', '!=', '')
    .where('withdrawn_at', 'is', null)
    .execute()
  if (rows.length === 0) return []
  const packs = Map.groupBy(
    await trx
      .selectFrom('pack')
      .select(['product_id', 'label', 'price_paise', 'base_paise', 'sale_paise'])
      .where('product_id', 'in', ids)
      .orderBy('position')
      .execute(),
    ({ product_id: id }) => id,
  )
  return rows.flatMap((row) => {
    const costs = costsOf(row.cost)
    const offers = packs.get(row.id) ?? [{ ...row, label: '' }]
    const found = offers.flatMap((offer, at) => {
      // A cost without a label is that of the first pack, whose price is the product's.
      const cost = costs.find(({ label }) => label === offer.label || (label === '' && at === 0))
      const pricePaise = lowest(offer, row.sale_from !== null)
      return cost && pricePaise < cost.paise
        ? [{ name: row.name, label: offer.label, pricePaise, costPaise: cost.paise }]
        : []
    })
    return found.toSorted((one, other) => lossOf(other) - lossOf(one)).slice(0, 1)
  })
}

type Offer = { price_paise: number; base_paise: number | null; sale_paise: number | null }

/** The lowest price that is paid: the usual one or, in a sale now or later, the sale price. */
function lowest({ price_paise, base_paise, sale_paise }: Offer, hasSale: boolean): number {
  const usual = base_paise ?? price_paise
  return hasSale && sale_paise !== null ? Math.min(usual, sale_paise) : usual
}
