import type { Db } from '#lib/server/database/schema.ts'
import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** Products with a sale that a list gives an end in the past, and one of them with that end. */
export type EndedSales = { count: number; name: string; until: number }

const BATCH = 1000

/** Looks where the list is true; undefined where it ends no sale before `now`. */
export async function findEndedSales(
  trx: Db,
  changes: readonly LoggedChange[],
  now: number,
): Promise<EndedSales | undefined> {
  const ids = changes.flatMap((one) => (one.kind === 'product' && saysSale(one) ? [one.key] : []))
  let found: EndedSales | undefined
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await trx
      .selectFrom('product')
      .select(['name', 'sale_until'])
      .where('id', 'in', ids.slice(at, at + BATCH))
      .where('sale_until', '<=', now)
      .execute()
    for (const { name, sale_until: until } of rows) {
      if (until !== null) found = { name, until, ...found, count: (found?.count ?? 0) + 1 }
    }
  }
  return found
}

/** Whether a price of a sale, or its end, is new. */
const saysSale = ({ after }: LoggedChange) =>
  typeof after?.['sale_until'] === 'number' || typeof after?.['sale_paise'] === 'number'
