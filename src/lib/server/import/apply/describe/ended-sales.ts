import type { Db } from '#lib/server/database/schema.ts'
import type { LoggedChange } from '#lib/server/import/apply/change-log.ts'

/** Products whose sale a list ends in the past: how many, and one of them with that end (epoch milliseconds). */
export type EndedSales = { count: number; name: string; until: number }

const BATCH = 1000

/**
 * Looks in the transaction in which the list is applied.
 * @returns undefined if no sale in the list ends before `now`
 */
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
      .orderBy('number')
      .execute()
    for (const { name, sale_until: until } of rows) {
      if (until !== null) found = { name, until, ...found, count: (found?.count ?? 0) + 1 }
    }
  }
  return found
}

/** Whether the list sets a sale price or the end of a sale. */
const saysSale = ({ after }: LoggedChange) =>
  typeof after?.['sale_until'] === 'number' || typeof after?.['sale_paise'] === 'number'
