import type { Selectable } from 'kysely'
import { decimalPrice } from '#lib/money.ts'
import { withoutSale } from '#lib/server/catalogue/sale-price.ts'
import type { PackTable, ProductTable, Trx } from '#lib/server/database/schema.ts'
import { lastImport } from '#lib/server/import/apply/history.ts'
import type { ExportColumn } from '#lib/server/import/read/columns/columns.ts'
import type { ImageNames } from '#lib/server/import/read/pictures/image-names.ts'
import { endTime, saleTime } from '#lib/server/import/read/product/sale-times.ts'
import { writeMark } from '#lib/server/import/read/product/stock.ts'

const BATCH = 1000

export type ExportedRow = Record<ExportColumn, string>
/** When rows are written, and the last import at that time. */
type Mark = { stamp: number; after: number }
type ProductRow = Selectable<ProductTable> & { category_name: string; subcat_name: string | null }

/** All products on sale, in the order in which they were added, as rows of products.csv. */
export async function* exportedProducts(
  trx: Trx,
  names: ImageNames,
  stamp: number,
): AsyncGenerator<ExportedRow[]> {
  const mark = { stamp, after: await lastImport(trx) }
  for (let after = 0, isOver = false; !isOver;) {
    const rows = await selectRows(trx, after)
    yield await toRows(trx, rows, names, mark)
    after = rows.at(-1)?.number ?? after
    isOver = rows.length < BATCH
  }
}

/**
 * Products on sale with these SKUs, in the same form and order, with pictures under the names they were imported
 * with.
 */
export async function exportedBySku(
  trx: Trx,
  skus: string[],
  stamp: number,
): Promise<ExportedRow[]> {
  const found: ExportedRow[] = []
  const names = { of: (file: string) => file }
  const mark = { stamp, after: await lastImport(trx) }
  for (let at = 0; at < skus.length; at += BATCH) {
    const some = skus.slice(at, at + BATCH)
    const rows = await onSale(trx).where('sku', 'in', some).orderBy('number').execute()
    found.push(...(await toRows(trx, rows, names, mark)))
  }
  return found
}

function selectRows(trx: Trx, after: number): Promise<ProductRow[]> {
  return onSale(trx).where('number', '>', after).orderBy('number').limit(BATCH).execute()
}

function onSale(trx: Trx) {
  return trx
    .selectFrom('product')
    .innerJoin('category', 'category.id', 'product.category_id')
    .leftJoin('category as subcat', 'subcat.id', 'product.subcat_id')
    .selectAll('product')
    .select(['category.name as category_name', 'subcat.name as subcat_name'])
    .where('withdrawn_at', 'is', null)
}

async function toRows(
  trx: Trx,
  rows: ProductRow[],
  names: { of: (file: string, pictureId: string) => string },
  mark: Mark,
): Promise<ExportedRow[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const packs = Map.groupBy(
    await trx
      .selectFrom('pack')
      .selectAll()
      .where('product_id', 'in', ids)
      .orderBy('position')
      .execute(),
    (pack) => pack.product_id,
  )
  const images = Map.groupBy(
    await trx
      .selectFrom('product_image')
      .selectAll()
      .where('product_id', 'in', ids)
      .orderBy('position')
      .execute(),
    (image) => image.product_id,
  )
  return rows.map((row) => {
    const files = (images.get(row.id) ?? []).map((image) => names.of(image.file, image.picture_id))
    const plain = withoutSale({ ...row, packs: packs.get(row.id) ?? [] })
    return toRow(plain, plain.packs, files, mark)
  })
}

function toRow(
  row: ProductRow,
  packs: Selectable<PackTable>[],
  images: string[],
  mark: Mark,
): ExportedRow {
  const choices = { ram: row.rams, size: row.sizes, weight: row.weights }
  if (row.pack_kind !== null) choices[row.pack_kind] = packs.map(packText).join('|')
  return {
    sku: row.sku,
    name: row.name,
    brand: row.brand,
    category: row.category_name,
    subcategory: row.subcat_name ?? '',
    description: row.description,
    price: decimalPrice(row.price_paise),
    oldprice: priceText(row.oldprice_paise),
    images: images.join('|'),
    ...choices,
    countries: row.countries,
    stock: packs.length > 0 ? packStocks(packs) : numberText(row.stock),
    unit: row.unit,
    featured: row.is_featured === 1 ? 'yes' : '',
    aliases: row.aliases,
    gtin: row.gtin,
    rating: row.initial_rating === null ? '' : (row.initial_rating / 10).toFixed(1),
    specs: row.specs,
    hsn: row.hsn,
    gst: numberText(row.gst_percent),
    veg: row.veg,
    origin: row.origin,
    shelflife: row.shelflife,
    reorder: numberText(row.reorder),
    saleprice: salePrices(row, packs),
    salefrom: saleTime(row.sale_from),
    saleuntil: endTime(row.sale_until),
    cost: row.cost,
    stockwas: writeMark(row.stock, packs, mark),
  }
}

function packText({ label, price_paise, oldprice_paise }: Selectable<PackTable>): string {
  const old = oldprice_paise === null ? '' : `/${priceText(oldprice_paise)}`
  return `${label}=${decimalPrice(price_paise)}${old}`
}

/** Empty if no pack's stock is counted: separators alone would say nothing. */
function packStocks(packs: Selectable<PackTable>[]): string {
  return packs.every((pack) => pack.stock === null)
    ? ''
    : packs.map((pack) => numberText(pack.stock)).join('|')
}

function salePrices(row: ProductRow, packs: Selectable<PackTable>[]): string {
  if (row.sale_from === null) return ''
  const prices = packs.length > 0 ? packs.map((pack) => pack.sale_paise) : [row.sale_paise]
  return prices.map(priceText).join('|')
}

const priceText = (paise: number | null) => (paise === null ? '' : decimalPrice(paise))
const numberText = (value: number | null) => (value === null ? '' : String(value))
