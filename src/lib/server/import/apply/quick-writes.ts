import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { unitPrice } from '#lib/catalogue/unit-price.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import type { LoggedChange } from './change-log.ts'
import { FIELDS, type StoredProduct, type Wanted } from './product-merge.ts'
import type { ProductNames } from './product-names.ts'
import { compileImages } from './product-rows.ts'
import type { StockBook } from './stocks/stock-book.ts'

/** The change of a product on sale whose packs stay the same, prepared to be written. */
export type QuickChange = {
  id: string
  sku: string
  /** The position of the staged row, in case it has to be decided again. */
  position: number
  known: StoredProduct
  wanted: Wanted
  names: ProductNames
  log: LoggedChange[]
  /** What its stocks became, for later lists of the same export. */
  stocks: StockBook
  arePacksChanged: boolean
  areImagesChanged: boolean
  /** Its price in the list has no effect, because its packs have their own. */
  isPriceKept: boolean
}

/** The changes as the history keeps them. */
export const logOf = (changes: readonly QuickChange[]): LoggedChange[] =>
  changes.flatMap(({ log }) => log)

/** Rows per statement: SQLite allows at most 32,766 values in one. */
const BATCH = 500
const PACK_FIELDS = [
  ...(['price_paise', 'oldprice_paise'] as const),
  ...(['sale_paise', 'base_paise', 'base_oldprice_paise'] as const),
]

/** Whether only columns change: no pack is added, removed, renamed or moved. */
export function isQuick(known: StoredProduct, wanted: Wanted): boolean {
  const labelsOf = ({ packs }: Wanted) => JSON.stringify(packs.map(({ label }) => label))
  return labelsOf(known) === labelsOf(wanted)
}

type Stocked = { stock: number | null; packs: readonly { label: string; stock: number | null }[] }

const stocksOf = ({ stock, packs }: Stocked): string =>
  JSON.stringify([
    stock,
    packs.map((pack) => [pack.label, pack.stock] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ])

/** Whether a stock is written: only then do sales in between matter. */
const isStockChanged = ({ known, wanted }: Pick<QuickChange, 'known' | 'wanted'>): boolean =>
  stocksOf(known) !== stocksOf(wanted)

/** Ids of products that are no longer as they were when their change was prepared. */
export const findStale = (trx: Trx, changes: QuickChange[]) =>
  findTouched(
    trx,
    changes.map((change) => ({ known: change.known, isStockWritten: isStockChanged(change) })),
  )

/** Ids of products that somebody has changed since; if a stock is to be written, also those sold since. */
export async function findTouched(
  trx: Trx,
  seen: { known: StoredProduct; isStockWritten: boolean }[],
): Promise<Set<string>> {
  const touched = new Set<string>()
  await inBatches(seen, async (some) => {
    const products = await trx
      .selectFrom('product')
      .select(['id', 'changed_at', 'sale_is_on', 'stock', 'withdrawn_at'])
      .where(
        'id',
        'in',
        some.map(({ known }) => known.id),
      )
      .execute()
    const found = new Map(products.map((product) => [product.id, product]))
    const packs = await packsOf(trx, some)
    for (const { known, isStockWritten } of some) {
      const product = found.get(known.id)
      const isSame =
        product?.changed_at === known.changed_at &&
        product.sale_is_on === known.sale_is_on &&
        product.withdrawn_at === known.withdrawn_at
      const now = product && { stock: product.stock, packs: packs.get(known.id) ?? [] }
      const isSold = now && isStockWritten && stocksOf(now) !== stocksOf(known)
      if (!isSame || isSold) touched.add(known.id)
    }
  })
  return touched
}

async function packsOf(trx: Trx, seen: { known: StoredProduct; isStockWritten: boolean }[]) {
  const stocked = seen.filter(
    ({ known, isStockWritten }) => isStockWritten && known.packs.length > 0,
  )
  const ids = stocked.map(({ known }) => known.id)
  if (ids.length === 0) return new Map<string, Stocked['packs']>()
  const rows = await trx
    .selectFrom('pack')
    .select(['product_id', 'label', 'stock'])
    .where('product_id', 'in', ids)
    .execute()
  return Map.groupBy(rows, ({ product_id }) => product_id)
}

/** Compiles the statements for all changes of a list, before any lock is taken. */
export function compileQuickly(db: Db, changes: QuickChange[], now: number): CompiledQuery[] {
  const products = changes.map(({ id, known, wanted }) => ({
    ...{ id, known },
    wanted: { ...wanted, changed_at: now, withdrawn_at: known.withdrawn_at },
  }))
  const withPacks = changes.filter(({ arePacksChanged }) => arePacksChanged)
  const withPictures = changes.filter(({ areImagesChanged }) => areImagesChanged)
  return [
    ...compileColumns(db, products),
    ...updatePacks(
      withPacks.filter((change) => !isStockChanged(change)),
      PACK_FIELDS,
    ).map((update) => update.compile(db)),
    ...updatePacks(withPacks.filter(isStockChanged), [...PACK_FIELDS, 'stock']).map((update) =>
      update.compile(db),
    ),
    ...compileImages(
      db,
      withPictures.map(({ id, wanted: { images } }) => ({ id, images })),
    ),
  ]
}

type Written = Wanted & { changed_at: number; withdrawn_at: number | null }
const COLUMNS = [...FIELDS, 'unit_paise', 'changed_at', 'withdrawn_at']

/**
 * Compiles the statements that write only the columns that change, for several hundred products each. Compiling
 * takes longer than running them.
 */
export function compileColumns(
  db: Db,
  products: { id: string; known: StoredProduct; wanted: Written }[],
): CompiledQuery[] {
  const groups = new Map<string, { fields: TypedField[]; rows: unknown[][] }>()
  for (const { id, known, wanted } of products) {
    const before: Record<string, unknown> = { ...known }
    const after: Record<string, unknown> = { ...wanted, unit_paise: unitPaise(wanted) }
    const fields = COLUMNS.filter((field) => before[field] !== after[field])
    if (fields.length === 0) continue
    const key = fields.join()
    // The SQL type of a column is that of its value before or after; at most one of them is null.
    const typed = fields.map((name) => ({ name, kind: kindOf(name, before[name] ?? after[name]) }))
    const group = groups.get(key) ?? { fields: typed, rows: [] }
    groups.set(key, group)
    group.rows.push([id, ...fields.map((field) => after[field])])
  }
  return [...groups.values()].flatMap(({ fields, rows }) =>
    batchesOf(rows).map((some) => updateColumns(fields, some).compile(db)),
  )
}

const unitPaise = ({ price_paise, packs, unit }: Wanted) =>
  unitPrice(price_paise, packs[0]?.label ?? unit)?.paise ?? null

/** The only column with fractions. */
const REAL: (typeof FIELDS)[number] = 'gst_percent'
const TYPES = { text: sql`text`, bigint: sql`bigint`, real: sql`real` }

const kindOf = (field: string, value: unknown): keyof typeof TYPES =>
  field === REAL ? 'real' : typeof value === 'string' ? 'text' : 'bigint'

type TypedField = { name: string; kind: keyof typeof TYPES }

function updateColumns(fields: TypedField[], rows: unknown[][]): RawBuilder<unknown> {
  const sets = fields.map(
    ({ name, kind }, at) => sql`${sql.ref(name)} = cast(${sql.ref(`w.c${at}`)} as ${TYPES[kind]})`,
  )
  const names = sql.join(['id', ...fields.map((_, at) => `c${at}`)].map((name) => sql.ref(name)))
  return sql`with w(${names}) as (values ${valuesOf(rows)})
    update product set ${sql.join(sets)}
    from w where product.id = w.id`
}

type PackField = (typeof PACK_FIELDS)[number] | 'stock'

/** Updates fields of packs whose labels stay the same. */
function updatePacks(changes: QuickChange[], fields: readonly PackField[]): RawBuilder<unknown>[] {
  const rows = changes.flatMap(({ id, wanted }) =>
    wanted.packs.map((pack) => [id, pack.label, ...fields.map((field) => pack[field])]),
  )
  const names = sql.join(['id', 'label', ...fields].map((name) => sql.ref(name)))
  const sets = fields.map((name) => sql`${sql.ref(name)} = cast(${sql.ref(`w.${name}`)} as bigint)`)
  return batchesOf(rows).map(
    (some) => sql`with w(${names}) as (values ${valuesOf(some)})
      update pack set ${sql.join(sets)}
      from w where pack.product_id = w.id and pack.label = w.label`,
  )
}

const valuesOf = (rows: unknown[][]): RawBuilder<unknown> =>
  sql.join(rows.map((row) => sql`(${sql.join(row)})`))

const batchesOf = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, at) =>
    rows.slice(at * BATCH, (at + 1) * BATCH),
  )

async function inBatches<Row>(rows: Row[], write: (some: Row[]) => Promise<void>): Promise<void> {
  for (const some of batchesOf(rows)) await write(some)
}
