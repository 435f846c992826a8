import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'

/** Whether a product has every word of the text in its name or SKU, or has it for its barcode. */
export function hasWords(
  eb: ExpressionBuilder<Database, 'product'>,
  text: string,
): Expression<SqlBool> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return eb.and(
    words.map((word) => {
      const like = sql<string>`${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
      return eb.or([
        eb(sql`lower(name)`, 'like', like),
        eb(sql`lower(sku)`, 'like', like),
        eb('gtin', '=', word),
      ])
    }),
  )
}
