import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { indianDay, dayStart } from '#lib/dates.ts'
import type { StockSearch } from '#lib/counter/stock-search.ts'
import { hasWords } from '#lib/server/catalogue/search/product-words.ts'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Database, Db } from '#lib/server/database/schema.ts'
import type { CounterTables } from '#lib/server/database/schema/counter.ts'
import { unindexed } from '#lib/server/database/unindexed.ts'
import { soldLines } from './sold.ts'
import { isPartSoldOut } from './sold-out.ts'
import { countAlerts } from '#lib/server/letters/stock-alerts.ts'

const PRODUCTS_A_PAGE = 30

type LastSaid = Pick<
  Selectable<CounterTables['stock_entry']>,
  'who' | 'kind' | 'pack_label' | 'before' | 'after' | 'created_at'
>

/** A product in the aisle's list, with its packs and the units sold today. */
export type StockItem = {
  id: string
  name: string
  sku: string
  unit: string
  stock: number | null
  soldToday: number
  /** How many people want to be told when it is back in stock. */
  waiting: number
  /** The last stock entry made at the desk for it or one of its packs. */
  lastSaid: LastSaid | undefined
  packs: { label: string; stock: number | null }[]
}

/** What is left of a product, or of that of its packs of which least is left; what is not counted comes last. */
const LEAST_STOCK = sql`coalesce(
  product.stock,
  (select min(pack.stock) from pack where pack.product_id = product.id),
  2147483647
)`

/** A page of products by name, SKU or barcode; without a query, of those that are running low or sold out. */
type FoundStock = { products: StockItem[]; total: number; page: number; pageCount: number }

/** Finds a page of the stock: its last one if the search asks for a later one. */
export async function findStock(db: Db, search: StockSearch, now: number): Promise<FoundStock> {
  return inSnapshot(db, async (trx) => {
    const total = await countStock(trx, search)
    const pageCount = Math.max(1, Math.ceil(total / PRODUCTS_A_PAGE))
    const page = Math.min(search.page ?? 1, pageCount)
    const rows = await matching(trx, search)
      .select(['id', 'name', 'sku', 'unit', 'stock'])
      .orderBy(LEAST_STOCK)
      .orderBy('name')
      .orderBy('number')
      .limit(PRODUCTS_A_PAGE)
      .offset((page - 1) * PRODUCTS_A_PAGE)
      .execute()
    return { products: await withFigures(trx, rows, now), total, page, pageCount }
  })
}

/** How many products a search finds. */
export async function countStock(db: Db, search: Pick<StockSearch, 'q' | 'show'>): Promise<number> {
  const { total } = await matching(db, search)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const matching = (db: Db, { q, show }: Pick<StockSearch, 'q' | 'show'>) =>
  db
    .selectFrom('product')
    .where('withdrawn_at', 'is', null)
    .$if(q === '', (all) => all.where(show === 'low' ? isRunningLow : isPartSoldOut))
    .where(hasWords(db, q))

type StockRow = Pick<StockItem, 'id' | 'name' | 'sku' | 'unit' | 'stock'>

async function withFigures(db: Db, rows: StockRow[], now: number): Promise<StockItem[]> {
  const ids = rows.map(({ id }) => id)
  const packs = await listPacks(db, ids)
  const waiting = await countAlerts(db, ids)
  const said = await lastSaidOf(db, ids)
  const sold = await soldSince(db, ids, dayStart(indianDay(now)))
  return rows.map((row) => ({
    ...row,
    soldToday: sold.get(row.id) ?? 0,
    waiting: waiting.get(row.id) ?? 0,
    lastSaid: said.get(row.id),
    packs: packs.filter(({ product_id }) => product_id === row.id),
  }))
}

/** The name of a product; its id if it does not exist. */
export async function findProductName(db: Db, id: string): Promise<string> {
  const row = await db.selectFrom('product').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? id
}

/** The reorder level of products that set none. */
const REORDER_LEVEL = 5

/** Whether of the product, or of one of its packs, some are left, but no more than its reorder level. */
function isRunningLow(eb: ExpressionBuilder<Database, 'product'>) {
  const level = eb.fn.coalesce('product.reorder', eb.lit(REORDER_LEVEL))
  return eb.or([
    eb.and([eb('product.stock', '<=', level), eb('product.stock', '>', 0)]),
    eb.exists(
      eb
        .selectFrom('pack')
        .select('pack.label')
        .whereRef('pack.product_id', '=', 'product.id')
        .where('pack.stock', '<=', level)
        .where('pack.stock', '>', 0),
    ),
  ])
}

/** The packs of these products, each product's in order. */
export async function listPacks(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('pack')
    .select(['product_id', 'label', 'stock'])
    .where('product_id', 'in', ids)
    .orderBy('position')
    .execute()
}

async function lastSaidOf(db: Db, ids: string[]): Promise<Map<string, LastSaid>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('stock_entry')
    .select(['product_id', 'who', 'kind', 'pack_label', 'before', 'after', 'created_at'])
    .where('product_id', 'in', ids)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('stock_entry as later')
            .select('later.id')
            .whereRef('later.product_id', '=', 'stock_entry.product_id')
            .whereRef('later.created_at', '>', 'stock_entry.created_at'),
        ),
      ),
    )
    .execute()
  return new Map(rows.map(({ product_id, ...said }) => [product_id, said]))
}

/** Units sold by product since then. */
async function soldSince(db: Db, ids: string[], since: number): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await soldLines(db, since)
    .where(unindexed('order_item.product_id'), 'in', ids)
    .execute()
  return new Map(rows.map(({ product_id, units }) => [product_id, Number(units)]))
}
