import type { Db } from '#lib/server/database/schema.ts'
import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'
import { type BelowCost, findBelowCost } from './below-cost.ts'
import { type DeepSales, findDeepSales } from './deep-sales.ts'
import { type EndedSales, findEndedSales } from './ended-sales.ts'
import { findGoneTexts, type GoneTexts } from './gone-texts.ts'
import { findOlderTexts, type OlderTexts } from './older-texts.ts'
import { findLeadingZeros, type LeadingZeros } from './leading-zeros.ts'

/** New products whose prices are far from the usual ones in their category, or in the shop if `place` is empty. */
export type StrangePrices = { count: number; place: string; newPaise: number; usualPaise: number }

/** Facts for alarms that the changes of a list alone do not tell. */
export type AlarmFacts = {
  /** New prices that are far above, or far below, what such products cost here. */
  above?: StrangePrices
  below?: StrangePrices
  olderTexts?: OlderTexts
  zeroTwins?: LeadingZeros
  /** New products whose name is that of a category: how many, and one of the names. */
  named?: { count: number; name: string }
  /** Products that would sell below their cost. */
  belowCost?: BelowCost
  /** Sales at a small fraction of the price. */
  deepSales?: DeepSales
  /** Sales that would have ended before they are published. */
  endedSales?: EndedSales
  /** Pages and articles that a folder would remove. */
  goneTexts?: GoneTexts
}

/** Fewer prices than this have no meaningful median. */
const FEW = 5
/**
 * Prices this many times higher or lower than usual are a mistake; paise read as rupees are a hundred times too
 * high.
 */
const FAR = 20

/**
 * Looks for what makes a list strange, in the transaction in which it is applied.
 * @param refused SKUs in the list that the shop does not have
 */
export async function findAlarmFacts(
  trx: Db,
  changes: readonly LoggedChange[],
  refused: readonly string[],
): Promise<AlarmFacts> {
  const olderTexts = await findOlderTexts(trx, changes)
  const ids = new Set(changes.flatMap((one) => (isNewProduct(one) ? [one.key] : [])))
  const belowCost = await findBelowCost(trx, changes)
  const deepSales = await findDeepSales(trx, changes)
  const goneTexts = findGoneTexts(changes)
  const endedSales = await findEndedSales(trx, changes, Date.now())
  const told = {
    ...(olderTexts && { olderTexts }),
    ...(belowCost && { belowCost }),
    ...(deepSales && { deepSales }),
    ...(endedSales && { endedSales }),
    ...(goneTexts && { goneTexts }),
  }
  if (ids.size === 0 && refused.length === 0) return told
  const rows = await trx
    .selectFrom('product')
    .select(['id', 'sku', 'name', 'category_id', 'price_paise', 'withdrawn_at'])
    .execute()
  const fresh = rows.filter(({ id }) => ids.has(id))
  const known = rows.filter((row) => !ids.has(row.id))
  const zeroTwins = findLeadingZeros(
    [...fresh.map(({ sku }) => sku), ...refused],
    known.map(({ sku }) => sku),
  )
  const categories = await trx.selectFrom('category').select(['id', 'name']).execute()
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  const newPlaces = new Set(changes.flatMap((one) => (isNewCategory(one) ? [one.key] : [])))
  const oldNames = new Set(
    categories.flatMap(({ id, name }) => (newPlaces.has(id) ? [] : [name.toLowerCase()])),
  )
  const named = fresh.filter(
    ({ name, category_id: place }) => newPlaces.has(place) && oldNames.has(name.toLowerCase()),
  )
  const [first] = named
  const onSale = known.filter((row) => row.withdrawn_at === null)
  return {
    ...told,
    ...(zeroTwins && { zeroTwins }),
    ...(first && { named: { count: named.length, name: first.name } }),
    ...strangePrices(fresh, onSale, names),
  }
}

const isNewProduct = ({ kind, before }: LoggedChange) => kind === 'product' && before === null
/** Whether an import creates the category: before, it has no name. */
export const isNewCategory = ({ kind, before, after }: LoggedChange) =>
  kind === 'category' && Boolean(after?.['name']) && !before?.['name']

type Priced = { category_id: string; price_paise: number }

/** Compares new products with those of their category or, if it has too few, with the whole shop. */
function strangePrices(
  fresh: readonly Priced[],
  known: readonly Priced[],
  names: ReadonlyMap<string, string>,
): Pick<AlarmFacts, 'above' | 'below'> {
  const knownIn = Map.groupBy(known, ({ category_id: place }) => place)
  const hasUsual = ({ category_id: place }: Priced) => (knownIn.get(place)?.length ?? 0) >= FEW
  const groups = Map.groupBy(fresh, (one) => (hasUsual(one) ? one.category_id : ''))
  const facts: Pick<AlarmFacts, 'above' | 'below'> = {}
  for (const [place, products] of groups) {
    const usual = place === '' ? known : (knownIn.get(place) ?? [])
    if (products.length < FEW || usual.length < FEW) continue
    const [newPaise, usualPaise] = [medianOf(products), medianOf(usual)]
    const way = newPaise >= usualPaise * FAR ? 'above' : newPaise * FAR <= usualPaise && 'below'
    if (!way) continue
    const before = facts[way]
    const own = { count: products.length, place: names.get(place) ?? '', newPaise, usualPaise }
    facts[way] = before ? { ...before, count: before.count + own.count } : own
  }
  return facts
}

function medianOf(products: readonly Priced[]): number {
  const prices = products.map(({ price_paise: paise }) => paise).sort((a, b) => a - b)
  return prices[Math.floor(prices.length / 2)] ?? 0
}
