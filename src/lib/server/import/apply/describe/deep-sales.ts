import type { Db } from '#lib/server/database/schema.ts'
import type { Fields, LoggedChange } from '#lib/server/import/apply/change-log.ts'
import type { PackFields } from './pack-text.ts'
import { JUMP } from './price-jumps.ts'

/** Products that a list would sell at a small fraction of their price: how many, and one of them. */
export type DeepSales = { count: number; name: string; pricePaise: number; salePaise: number }

const BATCH = 1000
type Sale = Omit<DeepSales, 'count'>

/**
 * Looks in the transaction in which the list is applied.
 * @returns undefined if there is no such sale
 */
export async function findDeepSales(
  trx: Db,
  changes: readonly LoggedChange[],
): Promise<DeepSales | undefined> {
  const said = new Map(
    changes.flatMap((one) => (one.kind === 'product' && hasSale(one) ? [[one.key, one]] : [])),
  )
  const ids = [...said.keys()]
  const found: Sale[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await trx
      .selectFrom('product')
      .select(['id', 'name', 'price_paise', 'base_paise'])
      .where('id', 'in', ids.slice(at, at + BATCH))
      .orderBy('number')
      .execute()
    for (const { id, name, price_paise: now, base_paise: usual } of rows) {
      const sales = salesOf(said.get(id), { name, pricePaise: usual ?? now })
      const deep = sales.find(({ pricePaise, salePaise }) => salePaise * JUMP < pricePaise)
      if (deep) found.push(deep)
    }
  }
  const [first] = found
  return first && { count: found.length, ...first }
}

const hasSale = ({ after }: LoggedChange) =>
  typeof after?.['sale_paise'] === 'number' || packsOf(after).some((pack) => pack.sale_paise)

const packsOf = (fields: Fields | null | undefined): PackFields[] =>
  Array.isArray(fields?.['packs']) ? fields['packs'] : []

/** Sales that a change creates; packs that already had the same sale are left out. */
function salesOf(change: LoggedChange | undefined, product: Omit<Sale, 'salePaise'>): Sale[] {
  const wasSo = new Set(packsOf(change?.before).map(textOf))
  const packs = packsOf(change?.after).flatMap((pack): Sale[] => {
    const { label, price_paise: pricePaise, sale_paise: salePaise } = pack
    if (salePaise === null || wasSo.has(textOf(pack))) return []
    return [{ name: `${product.name} ${label}`, pricePaise, salePaise }]
  })
  const own = change?.after?.['sale_paise']
  return typeof own === 'number' ? [...packs, { ...product, salePaise: own }] : packs
}

const textOf = ({ label, price_paise, sale_paise }: PackFields) =>
  `${label}=${price_paise}/${sale_paise}`
