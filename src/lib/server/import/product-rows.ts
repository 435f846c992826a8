import { PostgresAdapter, type Transaction } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { ImportedPack } from './product.ts'
import { FIELDS, type StoredProduct, type Wanted } from './product-merge.ts'

/** A product to be written, with what only its first import decides. */
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
 * Products by sku or id, withdrawn ones included, with packs and images. Who sells one of them
 * meanwhile waits, so that a stock which is written back is the one that holds.
 */
export async function loadStored(
  trx: Transaction<Database>,
  by: 'sku' | 'id',
  keys: string[],
): Promise<Map<string, StoredProduct>> {
  const select = trx.selectFrom('product').selectAll().where(by, 'in', keys).orderBy('id')
  const isLocking = trx.getExecutor().adapter instanceof PostgresAdapter
  const rows = await (isLocking ? select.forUpdate() : select).execute()
  const products = rows.map((row): StoredProduct => ({ ...row, packs: [], images: [] }))
  const byId = new Map(products.map((product) => [product.id, product]))
  if (byId.size > 0) await addParts(trx, byId)
  return new Map(products.map((product) => [product[by], product]))
}

async function addParts(
  trx: Transaction<Database>,
  byId: Map<string, StoredProduct>,
): Promise<void> {
  const ids = [...byId.keys()]
  const packs = await trx
    .selectFrom('pack')
    .selectAll()
    .where('product_id', 'in', ids)
    .orderBy('position')
    .execute()
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

/** Adds and changes products, some hundreds in a statement. */
export async function writeProducts(
  trx: Transaction<Database>,
  products: ProductWrite[],
): Promise<void> {
  if (products.length === 0) return
  await trx
    .insertInto('product')
    .values(products.map(toRow))
    .onConflict((oc) =>
      oc.column('id').doUpdateSet((eb) => {
        const fields = [...FIELDS, 'changed_at', 'withdrawn_at'] as const
        return Object.fromEntries(fields.map((field) => [field, eb.ref(`excluded.${field}`)]))
      }),
    )
    .execute()
  await writePacks(
    trx,
    products.filter((product) => product.arePacksChanged),
  )
  await writeImages(
    trx,
    products.filter((product) => product.areImagesChanged),
  )
}

function toRow({ packs, images, arePacksChanged, areImagesChanged, ...row }: ProductWrite) {
  return row
}

async function writePacks(trx: Transaction<Database>, products: ProductWrite[]): Promise<void> {
  if (products.length === 0) return
  const ids = products.map((product) => product.id)
  const rows = products.flatMap(({ id, packs }) =>
    packs.map((pack: ImportedPack, position) => ({ product_id: id, position, ...pack })),
  )
  await trx.deleteFrom('pack').where('product_id', 'in', ids).execute()
  await inBatches(rows, (some) => trx.insertInto('pack').values(some).execute())
}

async function writeImages(trx: Transaction<Database>, products: ProductWrite[]): Promise<void> {
  if (products.length === 0) return
  const ids = products.map((product) => product.id)
  const rows = products.flatMap(({ id, images }) =>
    images.map((image, position) => ({ product_id: id, position, ...image })),
  )
  await trx.deleteFrom('product_image').where('product_id', 'in', ids).execute()
  await inBatches(rows, (some) => trx.insertInto('product_image').values(some).execute())
}

/** A statement takes at most 32,766 values on SQLite. */
const BATCH = 2000

async function inBatches<Row>(
  rows: Row[],
  write: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += BATCH) await write(rows.slice(at, at + BATCH))
}
