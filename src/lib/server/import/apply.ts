import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { LISTING_PAGE_SIZE } from '../catalogue/catalogue.ts'
import { inTransaction } from '../database/database.ts'
import type { Database } from '../database/schema.ts'
import { announce } from '../publish/changes.ts'
import { applyContent } from './apply-content.ts'
import { applyBanners, applyShop, keepPictures } from './apply-shop.ts'
import { CategoryBook } from './category-book.ts'
import type { Column } from './columns.ts'
import type { Surroundings } from './folder.ts'
import type { KeptPicture } from './pictures.ts'
import { ProductApplier } from './product-applier.ts'

/** Everything that an import brings, validated. */
export type ImportPlan = {
  source: string
  /** Key of the staged rows. */
  key: string
  accepted: number
  rejected: number
  /** Columns that the product file has; what it lacks stays as it is. */
  columns: Set<Column>
  /** Categories and sub-categories that the products name, in the order of the file. */
  categories: { category: string; subcategory: string }[]
  listed: Surroundings['categories']
  banners: Surroundings['banners']
  shop: Surroundings['shop']
  contents: Surroundings['contents']
  /** Pictures by file name. */
  pictures: Map<string, KeptPicture>
  /** Pictures that other products have under names which come without a file. */
  knownPictures: Map<string, KeptPicture>
  withdraws: boolean
  /** Products of refused rows, which are not withdrawn: the file does not lack them. */
  refusedSkus: Set<string>
  isDryRun: boolean
  onSaved: (done: number, total: number) => void
}

export type PageChange = { path: string; change: 'added' | 'changed' | 'removed' }

export type Applied = {
  added: number
  changed: number
  unchanged: number
  withdrawn: number
  pages: PageChange[]
  /** The import's number; null when nothing changed, or in a dry run. */
  import: number | null
  packsKept: number
}

/** Pages that a change touches, by the names that it announces. */
export type FindPages = (trx: Transaction<Database>, names: Set<string>) => Promise<PageChange[]>

/** Makes a staged import true in one transaction, or only says what would change. */
export async function applyImport(
  db: Kysely<Database>,
  plan: ImportPlan,
  findPages: FindPages,
): Promise<Applied> {
  let applied: Applied | undefined
  await inTransaction(db, async (trx) => {
    applied = await apply(trx, plan, findPages)
    return plan.isDryRun ? { ok: false, error: 'dryRun' } : { ok: true, value: undefined }
  })
  if (!applied) throw new Error('The import was neither applied nor refused')
  return applied
}

async function apply(
  trx: Transaction<Database>,
  plan: ImportPlan,
  findPages: FindPages,
): Promise<Applied> {
  const names = new Set<string>()
  const now = Date.now()
  // Imports wait for one another here, so that ids and numbers are given once.
  await trx
    .updateTable('catalogue_version')
    .set({ version: sql`version` })
    .execute()
  const before = await homeLists(trx)
  await keepPictures(trx, plan.pictures.values())
  if (plan.shop) await applyShop(trx, plan.shop, names)
  if (plan.banners) await applyBanners(trx, plan.banners, plan.pictures, names)
  await applyContent(trx, plan.contents, names, now)
  const categories = await CategoryBook.open(trx)
  await categories.add(plan)
  const products = new ProductApplier(trx, plan, categories, names, now)
  await products.applyAll()
  await categories.finish(plan, names)
  noteHomeLists(before, await homeLists(trx), names)
  const { added, changed, unchanged, withdrawn, packsKept } = products
  const counts = { added, changed, unchanged, withdrawn, packsKept }
  if (names.size === 0) return { ...counts, pages: [], import: null }
  const pages = withProducts(await findPages(trx, names), products.changes)
  if (plan.isDryRun) return { ...counts, pages, import: null }
  await announce(trx, names, now)
  return { ...counts, pages, import: await remember(trx, plan, products, now) }
}

async function remember(
  trx: Transaction<Database>,
  plan: ImportPlan,
  { added, changed, unchanged, withdrawn }: ProductApplier,
  now: number,
): Promise<number> {
  const { last } = await trx
    .selectFrom('catalogue_import')
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const id = Number(last ?? 0) + 1
  const { source, rejected } = plan
  await trx
    .insertInto('catalogue_import')
    .values({ id, source, added, changed, unchanged, withdrawn, rejected, created_at: now })
    .execute()
  return id
}

type HomeLists = { newest: string; featured: string }

/** Home shows the first of these two lists only, so only a change of those counts. */
async function homeLists(trx: Transaction<Database>): Promise<HomeLists> {
  const first = trx
    .selectFrom('product')
    .select('id')
    .where('withdrawn_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('number')
    .limit(LISTING_PAGE_SIZE)
  const newest = await first.execute()
  const featured = await first.where('is_featured', '=', 1).execute()
  const join = (rows: { id: string }[]) => rows.map((row) => row.id).join('|')
  return { newest: join(newest), featured: join(featured) }
}

function noteHomeLists(before: HomeLists, after: HomeLists, names: Set<string>): void {
  if (before.newest !== after.newest) names.add('list:newest')
  if (before.featured !== after.featured) names.add('list:featured')
}

/** A product's page is added, changed or removed as the product is, published or not. */
function withProducts(
  pages: PageChange[],
  products: Map<string, PageChange['change']>,
): PageChange[] {
  return pages.map(({ path, change }) => {
    const [, kind, id = ''] = path.split('/')
    return { path, change: (kind === 'product' && products.get(id)) || change }
  })
}
