import { sql } from 'kysely'
import { loadShop } from '#lib/server/catalogue/shop-json.ts'
import type { Db } from '#lib/server/database/schema.ts'

/**
 * Why the shop does not deliver somewhere, if it does not. It delivers to the countries of shop.json only
 * (India unless it names others), and there to PIN codes that begin with a prefix on its list; an empty list
 * means all.
 */
export async function whyNotDelivered(
  db: Db,
  country: string,
  pin: string,
): Promise<'country' | 'pin' | undefined> {
  const { countries } = await loadShop(db)
  if (!countries.includes(country)) return 'country'
  const { fits, all } = await db
    .selectFrom('delivery_pin')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sql<number>`coalesce(sum(case when prefix in (${sql.join(prefixesOf(pin))}) then 1 else 0 end), 0)`.as(
        'fits',
      ),
    ])
    .executeTakeFirstOrThrow()
  return Number(all) === 0 || Number(fits) > 0 ? undefined : 'pin'
}

/**
 * When it comes to a PIN code, in the shop's words: those of the longest prefix on its list that the code begins
 * with; '' if that has none.
 */
export async function whenDelivered(db: Db, pin: string): Promise<string> {
  const row = await db
    .selectFrom('delivery_pin')
    .select('words')
    .where('prefix', 'in', prefixesOf(pin))
    .orderBy(sql`length(prefix)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.words ?? ''
}

const prefixesOf = (pin: string) => [1, 2, 3, 4, 5, 6].map((length) => pin.slice(0, length))

/** Whether the shop has a list of PIN codes that it delivers to. */
export async function hasDeliveryList(db: Db): Promise<boolean> {
  const row = await db.selectFrom('delivery_pin').select('prefix').limit(1).executeTakeFirst()
  return row !== undefined
}
