import { brandId } from '#lib/catalogue/brand.ts'
import type { Db } from '#lib/server/database/schema.ts'
import type { FieldChange } from '#lib/server/import/apply/describe/describe-changes.ts'
import type { PageChange } from '#lib/server/import/apply/product-names.ts'
import { deskListTexts } from '#lib/texts/browser/desk.ts'

const BATCH = 500

/** Names for pages, by path: of products, categories and brands, and the titles of texts. */
export async function namePages(
  db: Db,
  pages: readonly PageChange[],
): Promise<Record<string, string>> {
  const found = pages.map(({ path }) => ({ path, ...readPath(path) }))
  const names = new Map([
    ...(await productNames(db, idsOf(found, 'product'))),
    ...(await categoryNames(db)),
    ...(await textTitles(db)),
    ...(await brandNames(db)),
  ])
  return Object.fromEntries(
    found.flatMap(({ path, kind, id, number }) => {
      const name = kind === '' && id === '' ? deskListTexts.pageHome : names.get(`${kind}/${id}`)
      if (name === undefined) return []
      return [[path, number === undefined ? name : deskListTexts.pageNumber(name, number)]]
    }),
  )
}

type PathParts = { kind: string; id: string; number: string | undefined }

/**
 * Splits a path: `/category/dal/page/2` is the second page of the category dal. Pages at the top level, such as
 * `/about`, have no kind.
 */
function readPath(path: string): PathParts {
  const [, first = '', second, , number] = path.split('/')
  return second === undefined
    ? { kind: '', id: first, number: undefined }
    : { kind: first === 'subcat' ? 'category' : first, id: second, number }
}

const idsOf = (places: PathParts[], kind: string) => [
  ...new Set(places.flatMap((place) => (place.kind === kind ? [place.id] : []))),
]

async function productNames(db: Db, ids: string[]): Promise<[string, string][]> {
  const names: [string, string][] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = ids.slice(at, at + BATCH)
    const rows = await db
      .selectFrom('product')
      .select(['id', 'name'])
      .where('id', 'in', some)
      .execute()
    for (const { id, name } of rows) names.push([`product/${id}`, name])
  }
  return names
}

async function categoryNames(db: Db): Promise<[string, string][]> {
  const rows = await db.selectFrom('category').select(['id', 'name']).execute()
  return rows.map(({ id, name }) => [`category/${id}`, name])
}

async function textTitles(db: Db): Promise<[string, string][]> {
  const rows = await db.selectFrom('content_page').select(['kind', 'id', 'title']).execute()
  return rows.map(({ kind, id, title }) => [`${kind === 'blog' ? 'blog' : ''}/${id}`, title])
}

async function brandNames(db: Db): Promise<[string, string][]> {
  const rows = await db.selectFrom('product').select('brand').distinct().execute()
  return rows.map(({ brand }) => [`brand/${brandId(brand)}`, brand])
}

/**
 * Sorts pages: first those that are added or removed, then pages of changed products, then other pages that show
 * those products.
 */
export async function sortPages(trx: Db, pages: PageChange[], changes: FieldChange[]) {
  const skus = [...new Set(changes.map(({ sku }) => sku))]
  const rows =
    skus.length === 0
      ? []
      : await trx.selectFrom('product').select('id').where('sku', 'in', skus).execute()
  const own = new Set(rows.map(({ id }) => `/product/${id}`))
  const rank = ({ path, change }: PageChange) => (change !== 'changed' ? 0 : own.has(path) ? 1 : 2)
  pages.sort((a, b) => rank(a) - rank(b))
}
