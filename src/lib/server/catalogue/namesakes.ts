import { type ExpressionBuilder, sql } from 'kysely'
import { fullName } from '#lib/texts/full-name.ts'
import type { Product } from '#lib/catalogue/product.ts'
import { slugOf, variantsOf } from '#lib/catalogue/variant.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'

/** Another product on sale with the same title; `isBeside` if its place has the same name, too. */
type Namesake = { id: string; isBeside: boolean }

/** The most products that one query names. */
const BATCH = 500

/** The name under which a read of who has a title is recorded. `withTitles` adds it to the changes of products. */
export const titleKey = (product: { brand: string; name: string }, label: string): string =>
  `title:${slugOf(fullName(product, label))}`

/**
 * Another product of the same title, preferably in the same place. Of many, each gets the next one by id, so
 * that a change of one touches only one other page.
 */
export async function loadNamesake(db: Db, product: Product): Promise<Namesake | undefined> {
  const { id, brand, category, name, subcat } = product
  // Nearly every product is the only one of its name, and the query below takes as long as rendering its page.
  const named = await db.selectFrom('product').select('id').where('name', '=', name).execute()
  if (named.length < 2) return undefined
  const [{ label }] = variantsOf(product)
  const place = sql<string>`coalesce(subcat.name, category.name)`
  const isElsewhere = sql<number>`case when ${place} = ${(subcat ?? category).name} then 0 else 1 end`
  const isBefore = sql<number>`case when product.id > ${id} then 0 else 1 end`
  const found = await db
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.category_id')
    .leftJoin('category as subcat', 'subcat.id', 'product.subcat_id')
    .select(['product.id', isElsewhere.as('elsewhere')])
    .where('product.name', '=', name)
    .where('brand', '=', brand)
    .where((eb) => eb(labelOf(eb), '=', label))
    .where('withdrawn_at', 'is', null)
    .where('product.id', '!=', id)
    .orderBy(isElsewhere)
    .orderBy(isBefore)
    .orderBy('product.id')
    .limit(1)
    .executeTakeFirst()
  return found && { id: found.id, isBeside: Number(found.elsewhere) === 0 }
}

/** The names of changes, and the titles that the changed products have now. */
export async function withTitles(db: Db, names: Set<string>): Promise<Set<string>> {
  const ids = [...names].flatMap((name) => (name.startsWith('product:') ? [name.slice(8)] : []))
  const all = new Set(names)
  for (let at = 0; at < ids.length; at += BATCH) {
    const rows = await db
      .selectFrom('product')
      .select((eb) => ['brand', 'name', labelOf(eb).as('label')])
      .where('id', 'in', ids.slice(at, at + BATCH))
      .execute()
    for (const row of rows) all.add(titleKey(row, row.label))
  }
  return all
}

/** The pack as titles name it: the first one, or the unit of a product without packs. */
const labelOf = (eb: ExpressionBuilder<Database, 'product'>) =>
  eb.fn.coalesce(
    eb
      .selectFrom('pack')
      .select('pack.label')
      .whereRef('pack.product_id', '=', 'product.id')
      .orderBy('pack.position')
      .limit(1),
    'product.unit',
  )
