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

/** The last shop.json, or an unnamed shop's where there is none, or none that this version can read. */
export async function readStoredShop(db: Db): Promise<Shop> {
  const json = await readShopJson(db)
  const parsed = json === undefined ? undefined : shopSchema.safeParse(JSON.parse(json))
  return parsed?.success ? parsed.data : UNNAMED_SHOP
}

/** The name under which a read of a field of shop.json is recorded, and a change of it announced. */
export const shopRead = (field: string): string => `shop:${field}`
