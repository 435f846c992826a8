import type { TestDatabase } from '../databases/database.ts'

/** The columns of a product list, and three rows: with an old price, without stock, with packs. */
export const HEADER = 'sku,name,category,subcategory,price,oldprice,stock,weight,unit,featured'
export const DAL = 'DAL-1,Toor dal,Pulses,Dal,120,150,4,,1 kg,yes'
export const RICE = 'RICE-1,Basmati rice,Rice,,99.50,,,,5 kg,'
export const ATTA = 'ATTA-1,Chakki atta,Flours,Atta,,,60|35,1 kg=64.00/70.00|5 kg=289.00,1 kg,'
/** The text of a list with these rows. */
export const file = (...rows: string[]) => `${[HEADER, ...rows].join('\n')}\n`

/** The catalogue's version, which counts its changes. */
export const versionOf = async ({ db }: TestDatabase) =>
  (await db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version

/** A product's row, by SKU. */
export async function productOf({ db }: TestDatabase, sku: string) {
  return {
    ...(await db
      .selectFrom('product')
      .selectAll()
      .where('sku', '=', sku)
      .executeTakeFirstOrThrow()),
  }
}
