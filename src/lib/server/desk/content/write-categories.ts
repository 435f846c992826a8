import type { Db } from '#lib/server/database/schema.ts'
import { readStoredShop } from '#lib/server/catalogue/shop-json.ts'
import { skusAmong } from '#lib/server/import/apply/categories/skus-among.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'
import { deskContentTexts } from '#lib/texts/page/desk-content.ts'
import {
  categoriesFile,
  type CategoryLine,
  type CategoryFormRow,
  readCategories,
} from './categories.ts'
import { type FormFields, line, splitLines, type PartFiles, type PicturesFrom } from './parts.ts'
import { renamedReturns } from './returns.ts'

const ORDER = /^\d{1,6}$/

/**
 * Writes categories.csv with the names, places and pictures of the form, including new categories. A category is
 * identified by its name: a renamed one takes its products along, and its old address redirects to the new one.
 */
export async function writeCategories(
  db: Db,
  fields: FormFields,
  picturesFrom: PicturesFrom,
): Promise<PartFiles> {
  const rows = await readCategories(db)
  const nameOf = new Map(rows.map((row) => [row.id, line(fields, `${row.id}.name`) || row.name]))
  const kept = rows.filter((row) => !isTakenAway(fields, rows, row))
  const unkept = lostInputReason(fields, rows, kept, picturesFrom)
  if (unkept) return { ok: false, error: unkept }
  const isPlacing = kept.some(({ id, place }) => orderOf(fields, id, place) !== String(place))
  const additions = [...addedSubs(fields, kept, nameOf), ...newCategory(fields, rows, picturesFrom)]
  const said = kept.map((row): CategoryLine => {
    const [name = '', parent] = [nameOf.get(row.id), nameOf.get(row.parentId ?? '')]
    const [image = isGone(fields, row.id) ? '' : row.image] = picturesFrom(`${row.id}.picture`)
    const subcategory = parent === undefined ? '' : name
    // Categories that no list has placed keep their real position until somebody changes the order.
    const order =
      isPlacing || additions.length > 0 ? orderOf(fields, row.id, row.place) : `${row.position}`
    return { category: parent ?? name, subcategory, image, order }
  })
  const all = [...said, ...additions]
  const wrong = (isPlacing || additions.length > 0) && all.find(({ order }) => !ORDER.test(order))
  if (wrong)
    return { ok: false, error: deskContentTexts.orderWrong(wrong.subcategory || wrong.category) }
  const twice = repeated(all)
  if (twice)
    return { ok: false, error: deskContentTexts.categoryTwice(twice.subcategory || twice.category) }
  const renamed = kept.filter(({ id, name }) => nameOf.get(id) !== name)
  const products = await renamedProducts(db, nameOf, new Set(renamed.map(({ id }) => id)))
  const shop = renamed.length > 0 ? await renamedInShop(db, rows, nameOf) : {}
  return { ok: true, files: { 'categories.csv': categoriesFile(all), ...products, ...shop } }
}

/** The fields of the form that differ from what the shop has. */
export async function typedCategories(db: Db, fields: FormFields): Promise<FormFields> {
  const rows = await readCategories(db)
  const had = new Map(
    rows.flatMap(({ id, name, place }) => [
      [`${id}.name`, name],
      [`${id}.order`, String(place)],
    ]),
  )
  return Object.fromEntries(Object.entries(fields).filter(([name, text]) => had.get(name) !== text))
}

const orderOf = (fields: FormFields, id: string, place: number) =>
  line(fields, `${id}.order`) || String(place)

/** Whether the form removes the picture. */
const isGone = (fields: FormFields, id: string) => fields[`${id}.gone`] === 'yes'

/** Whether the form removes this category, or its parent. Only empty ones can be removed. */
const isTakenAway = (
  fields: FormFields,
  rows: CategoryFormRow[],
  { id, parentId }: CategoryFormRow,
) =>
  rows.some(
    (row) =>
      row.isEmpty && (row.id === id || row.id === parentId) && fields[`${row.id}.remove`] === 'yes',
  )

/** Why something added in the form would be lost, as a message to the editor; undefined if nothing would. */
function lostInputReason(
  fields: FormFields,
  rows: CategoryFormRow[],
  kept: CategoryFormRow[],
  picturesFrom: PicturesFrom,
): string | undefined {
  const isFilled = (name: string) => line(fields, name) !== '' || picturesFrom(name).length > 0
  const isNewFilled = ['new.subs', 'new.picture', 'new.order'].some(isFilled)
  if (isNewFilled && !isFilled('new.name')) return deskContentTexts.categoryNameless
  const gone = rows.find((row) => !kept.includes(row) && isFilled(`${row.id}.subs`))
  return gone && deskContentTexts.categoryGoneSubs(gone.name)
}

const lastPlace = (rows: CategoryFormRow[]) => Math.max(0, ...rows.map(({ place }) => place))

/** Sub-categories that the form adds, placed after the existing ones. */
function addedSubs(
  fields: FormFields,
  kept: CategoryFormRow[],
  nameOf: Map<string, string>,
): CategoryLine[] {
  return kept.flatMap(({ id }) => {
    const last = lastPlace(kept.filter(({ parentId }) => parentId === id))
    return subsOf(nameOf.get(id) ?? '', fields[`${id}.subs`], last)
  })
}

const subsOf = (category: string, text = '', last = 0): CategoryLine[] =>
  splitLines(text).map((subcategory, at) => ({
    ...{ category, subcategory, image: '' },
    order: String(last + at + 1),
  }))

/** A category that the form adds, with its sub-categories. */
function newCategory(
  fields: FormFields,
  rows: CategoryFormRow[],
  picturesFrom: PicturesFrom,
): CategoryLine[] {
  const category = line(fields, 'new.name')
  if (category === '') return []
  const [image = ''] = picturesFrom('new.picture')
  const behind = lastPlace(rows.filter(({ parentId }) => parentId === null)) + 1
  const order = line(fields, 'new.order') || String(behind)
  return [{ category, subcategory: '', image, order }, ...subsOf(category, fields['new.subs'])]
}

/** The first row that repeats an earlier one; case does not matter. */
function repeated(all: CategoryLine[]): CategoryLine | undefined {
  const seen = new Set<string>()
  return all.find(({ category, subcategory }) => {
    const count = seen.size
    return seen.add(`${category}\n${subcategory}`.toLowerCase()).size === count
  })
}

/** shop.json with the new names where it says what is not taken back; nothing if it needs no change. */
async function renamedInShop(db: Db, rows: CategoryFormRow[], nameOf: Map<string, string>) {
  const shop = await readStoredShop(db)
  const skus = await skusAmong(db, shop.noreturns)
  const noreturns = renamedReturns(shop, rows, { nameOf, skus })
  if (noreturns.join('\n') === shop.noreturns.join('\n')) return {}
  return { 'shop.json': JSON.stringify({ ...shop, noreturns }) }
}

/** A list that moves the products of renamed categories to the new names. */
async function renamedProducts(db: Db, nameOf: Map<string, string>, renamed: Set<string>) {
  if (renamed.size === 0) return {}
  const rows = await db
    .selectFrom('product')
    .select(['sku', 'category_id', 'subcat_id'])
    .where('withdrawn_at', 'is', null)
    .orderBy('sku')
    .execute()
  const moved = rows.filter(
    ({ category_id, subcat_id }) =>
      renamed.has(category_id) || (subcat_id !== null && renamed.has(subcat_id)),
  )
  if (moved.length === 0) return {}
  const lines = moved.map(({ sku, category_id, subcat_id }) =>
    csvLine([sku, nameOf.get(category_id) ?? '', nameOf.get(subcat_id ?? '') ?? '']),
  )
  return { 'products.csv': csvLine(['sku', 'category', 'subcategory']) + lines.join('') }
}
