import type { Db } from '#lib/server/database/schema.ts'

/** Those of these names that are SKUs of the shop, in lower case. */
export async function skusAmong(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db
    .selectFrom('product')
    .select('sku')
    .where(
      (eb) => eb.fn<string>('lower', ['sku']),
      'in',
      names.map((name) => name.toLowerCase()),
    )
    .execute()
  return new Set(rows.map(({ sku }) => sku.toLowerCase()))
}
