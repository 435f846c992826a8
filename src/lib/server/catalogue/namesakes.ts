import { type ExpressionBuilder, sql } from 'kysely'
import { fullName } from '#lib/texts/full-name.ts'
import { TITLE_LENGTH } from '#lib/texts/page/pages.ts'
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
  const { id, category, subcat } = product
  const [{ label }] = variantsOf(product)
  const title = fullName(product, label)
  const names = namesWithin(title)
  // Nearly every product is the only one of its name, and the query below takes as long as rendering its page.
  const named = await db.selectFrom('product').select('id').where('name', 'in', names).execute()
  if (named.length < 2) return undefined
  const rows = await db
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.category_id')
    .leftJoin('category as subcat', 'subcat.id', 'product.subcat_id')
    .select((eb) => ['product.id', 'brand', 'product.name', labelOf(eb).as('label')])
    .select(sql<string>`coalesce(subcat.name, category.name)`.as('place'))
    .where('product.name', 'in', names)
    .where('withdrawn_at', 'is', null)
    .where('product.id', '!=', id)
    .execute()
  const others = rows
    .filter((row) => fullName(row, row.label) === title)
    .map((row) => ({ id: row.id, isBeside: row.place === (subcat ?? category).name }))
  return others.reduce<Namesake | undefined>(
    (best, other) => (best && isNext(id, best, other) ? best : other),
    undefined,
  )
}

/** Whether the first comes before the other: beside the product, then after it by id, then by id. */
function isNext(id: string, first: Namesake, other: Namesake): boolean {
  if (first.isBeside !== other.isBeside) return first.isBeside
  const [isAfter, isOtherAfter] = [first.id > id, other.id > id]
  return isAfter === isOtherAfter ? first.id < other.id : isAfter
}

/** The names that products of a title may have: it, or a part where brand or pack stand before and after it. */
function namesWithin(title: string): string[] {
  // A longer title ends with its SKU (texts/page/pages.ts), so that no other product has it.
  const words = title.length > TITLE_LENGTH ? [title] : title.split(' ')
  return words.flatMap((_, from) =>
    words.slice(from).map((__, at) => words.slice(from, from + at + 1).join(' ')),
  )
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
