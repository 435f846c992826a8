import { isOnPostgres } from '#lib/server/database/on-postgres.ts'
import { type CompiledQuery, type SelectQueryBuilder } from 'kysely'
import { unitPrice } from '#lib/catalogue/unit-price.ts'
import type { Database, Db, Trx } from '#lib/server/database/schema.ts'
import type { ImportedPack } from '#lib/server/import/read/product/product.ts'
import { FIELDS, type StoredProduct, type Wanted } from './product-merge.ts'

/** A product to be written, with the fields that are only set when it is created. */
export type ProductWrite = Wanted & {
  id: string
  number: number
  sku: string
  created_at: number
  changed_at: number
  withdrawn_at: number | null
  arePacksChanged: boolean
  areImagesChanged: boolean
}

/**
 * Loads products by SKU or id, including withdrawn ones, with packs and images. By default their rows are locked,
 * so that a stock written back is not outdated by a sale.
 */
export async function loadStored(
  trx: Db,
  by: 'sku' | 'id',
  keys: string[],
  lock: Lock = lockedOn,
): Promise<Map<string, StoredProduct>> {
  const select = trx.selectFrom('product').selectAll().where(by, 'in', keys).orderBy('id')
  const rows = await lock(trx, select).execute()
  const products = rows.map((row): StoredProduct => ({ ...row, packs: [], images: [] }))
  const byId = new Map(products.map((product) => [product.id, product]))
  if (byId.size > 0) await addParts(trx, byId, lock)
  return new Map(products.map((product) => [product[by], product]))
}

async function addParts(trx: Db, byId: Map<string, StoredProduct>, lock: Lock): Promise<void> {
  const ids = [...byId.keys()]
  const select = trx.selectFrom('pack').selectAll().where('product_id', 'in', ids)
  const packs = await lock(trx, select.orderBy('product_id').orderBy('position')).execute()
  for (const { product_id, position, ...pack } of packs) byId.get(product_id)?.packs.push(pack)
  const images = await trx
    .selectFrom('product_image')
    .selectAll()
    .where('product_id', 'in', ids)
    .orderBy('position')
    .execute()
  for (const { product_id, file, picture_id } of images) {
    byId.get(product_id)?.images.push({ file, picture_id })
  }
}

export type Lock = typeof lockedOn
/** For reading only, without locks. */
export const unlocked: Lock = (_, select) => select

/** Locks the rows in PostgreSQL; orders can still refer to them. In SQLite, all other writers wait anyway. */
export function lockedOn<Table extends keyof Database, Row>(
  trx: Db,
  select: SelectQueryBuilder<Database, Table, Row>,
): SelectQueryBuilder<Database, Table, Row> {
  return isOnPostgres(trx) ? select.forNoKeyUpdate() : select
}

const PACK_FIELDS = [
  ...(['position', 'price_paise', 'oldprice_paise', 'stock'] as const),
  ...(['sale_paise', 'base_paise', 'base_oldprice_paise'] as const),
]

/** Inserts and updates products, several hundred per statement. */
export async function writeProducts(trx: Trx, products: ProductWrite[]): Promise<void> {
  if (products.length === 0) return
  const ids = products.filter((product) => product.arePacksChanged).map(({ id }) => id)
  const known = trx.selectFrom('pack').select(['product_id', 'label'])
  const packs = ids.length > 0 ? await known.where('product_id', 'in', ids).execute() : []
  for (const query of compileWrites(trx, products, packs)) await trx.executeQuery(query)
}

/**
 * Compiles the statements that insert or update products.
 * @param packs the packs that these products have now
 */
function compileWrites(
  db: Db,
  products: ProductWrite[],
  packs: readonly { product_id: string; label: string }[],
): CompiledQuery[] {
  const insert = (some: ProductWrite[]) =>
    db
      .insertInto('product')
      .values(some.map(toRow))
      .onConflict((oc) =>
        oc.column('id').doUpdateSet((eb) => {
          const fields = [...FIELDS, 'changed_at', 'withdrawn_at', 'unit_paise'] as const
          return Object.fromEntries(fields.map((field) => [field, eb.ref(`excluded.${field}`)]))
        }),
      )
      .compile()
  return [...batchesOf(products, MAX_PRODUCTS).map(insert), ...compileParts(db, products, packs)]
}

/**
 * Compiles the statements that write packs and pictures of products.
 * @param packs the packs that these products have now
 */
export function compileParts(
  db: Db,
  products: ProductWrite[],
  packs: readonly { product_id: string; label: string }[],
): CompiledQuery[] {
  const withPacks = products.filter((product) => product.arePacksChanged)
  const withPictures = products.filter((product) => product.areImagesChanged)
  return [...compilePacks(db, withPacks, packs), ...compileImages(db, withPictures)]
}

/** Compiles the statements that insert new products, before any lock is taken. */
export function compileNew(db: Db, products: ProductWrite[]): CompiledQuery[] {
  const packs = products.flatMap(packRows)
  return [
    ...batchesOf(products, MAX_PRODUCTS).map((some) =>
      db.insertInto('product').values(some.map(toRow)).compile(),
    ),
    ...batchesOf(packs, BATCH).map((some) => db.insertInto('pack').values(some).compile()),
    ...compileImages(db, products),
  ]
}

function toRow({ packs, images, arePacksChanged, areImagesChanged, ...row }: ProductWrite) {
  const unit_paise = unitPrice(row.price_paise, packs[0]?.label ?? row.unit)?.paise ?? null
  return { ...row, unit_paise }
}

function compilePacks(
  db: Db,
  products: ProductWrite[],
  known: readonly { product_id: string; label: string }[],
): CompiledQuery[] {
  const rows = products.flatMap(packRows)
  // A pack that stays keeps its row, since a sale may be waiting for its lock.
  const kept = new Set(rows.map(({ product_id, label }) => `${product_id}\n${label}`))
  const gone = known.filter(({ product_id, label }) => !kept.has(`${product_id}\n${label}`))
  const remove = ({ product_id, label }: (typeof gone)[number]) =>
    db.deleteFrom('pack').where('product_id', '=', product_id).where('label', '=', label).compile()
  const insert = (some: typeof rows) =>
    db
      .insertInto('pack')
      .values(some)
      .onConflict((oc) =>
        oc.columns(['product_id', 'label']).doUpdateSet((eb) => {
          return Object.fromEntries(PACK_FIELDS.map((name) => [name, eb.ref(`excluded.${name}`)]))
        }),
      )
      .compile()
  return [...gone.map(remove), ...batchesOf(rows, BATCH).map(insert)]
}

const packRows = ({ id, packs }: Pick<ProductWrite, 'id' | 'packs'>) =>
  packs.map((pack: ImportedPack, position) => ({ product_id: id, position, ...pack }))

/** Compiles the statements that replace the pictures of products. */
export function compileImages(
  db: Db,
  products: Pick<ProductWrite, 'id' | 'images'>[],
): CompiledQuery[] {
  const rows = products.flatMap(({ id, images }) =>
    images.map((image, position) => ({ product_id: id, position, ...image })),
  )
  const ids = products.map((product) => product.id)
  return [
    ...batchesOf(ids, BATCH).map((some) =>
      db.deleteFrom('product_image').where('product_id', 'in', some).compile(),
    ),
    ...batchesOf(rows, BATCH).map((some) => db.insertInto('product_image').values(some).compile()),
  ]
}

/** Rows per statement: SQLite allows at most 32,766 values in one. */
const BATCH = 2000
const MAX_PRODUCTS = 400

const batchesOf = <Row>(rows: Row[], size: number): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  )
