import { type Shop, shopSchema, UNNAMED_SHOP } from '#lib/shop.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** The last shop.json as it was written; undefined before the first one. */
export async function readShopJson(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('shop').select('json').executeTakeFirst()
  return row?.json
}

/** The shop's own data, as the last shop.json has it. */
export async function loadShop(db: Db): Promise<Shop> {
  const json = await readShopJson(db)
  return json === undefined ? UNNAMED_SHOP : shopSchema.parse(JSON.parse(json))
}

/** A shop.json; an unnamed shop's where there is none, or none that this version can read. */
export function parseShop(json: string | undefined): Shop {
  const parsed = json === undefined ? undefined : shopSchema.safeParse(JSON.parse(json))
  return parsed?.success ? parsed.data : UNNAMED_SHOP
}

/** The last shop.json, as `parseShop` reads it. */
export const readStoredShop = async (db: Db): Promise<Shop> => parseShop(await readShopJson(db))

/** The name under which a read of a field of shop.json is recorded, and a change of it announced. */
export const shopRead = (field: string): string => `shop:${field}`
