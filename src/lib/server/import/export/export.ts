import { readShopJson } from '#lib/server/catalogue/shop-json.ts'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { inSnapshot } from '#lib/server/database/database.ts'
import type { Db, Trx } from '#lib/server/database/schema.ts'
import { loadSynonyms } from '#lib/server/catalogue/search/synonyms.ts'
import { loadDeliveryLines, readDeliveryLine } from '#lib/server/catalogue/delivery-lines.ts'
import { COLUMNS, type ExportColumn } from '#lib/server/import/read/columns/columns.ts'
import { putWhole, writeWhole } from '#lib/server/write-whole.ts'
import { exportContent } from './content-export.ts'
import { csvLine, csvOf } from '#lib/server/import/read/text/csv-line.ts'
import { BANNER_COLUMNS } from '#lib/server/import/read/folder/banners-file.ts'
import { ImageNames } from '#lib/server/import/read/pictures/image-names.ts'
import { endTime, saleTime } from '#lib/server/import/read/product/sale-times.ts'
import { exportedProducts } from './product-export.ts'
import { shownCategories } from './shown-categories.ts'
import { WorkbookFile } from './workbook-file.ts'

/**
 * Writes the catalogue in the format of imports: a folder or, if the path ends in .csv or .xlsx, the products
 * alone. Importing it again changes nothing. Each file is written under a temporary name first, and a new folder
 * as a whole.
 * @param isNoted whether it is recorded as the last export: lists without a stamp are then only asked about units
 * sold after it
 * @returns how many products were written
 */
export async function exportCatalogue(
  db: Db,
  path: string,
  { dataDir, isNoted = true }: { dataDir: string; isNoted?: boolean },
): Promise<number> {
  const target = resolve(path)
  await mkdir(dirname(target), { recursive: true })
  // Taken before the stocks are read: what is sold from now on is not in them.
  const stamp = Date.now()
  const write = target.endsWith('.csv')
    ? writeProducts
    : target.endsWith('.xlsx')
      ? writeWorkbook
      : undefined
  const count = write
    ? await inSnapshot(db, async (trx) => write(trx, target, await ImageNames.load(trx), stamp))
    : await exportFolder(db, target, dataDir, stamp)
  if (isNoted) await noteExport(db, stamp)
  return count
}

/** Records when stocks were last exported. A failure does not matter: an older time is as safe. */
async function noteExport(db: Db, stamp: number): Promise<void> {
  await db
    .insertInto('catalogue_export')
    .values({ id: 1, stamp })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ stamp }))
    .execute()
    .catch(() => {})
}

async function exportFolder(
  db: Db,
  target: string,
  dataDir: string,
  stamp: number,
): Promise<number> {
  const isNew = !existsSync(target)
  const folder = isNew ? `${target}.${process.pid}.tmp` : target
  await mkdir(join(folder, 'images'), { recursive: true })
  const { count, names } = await inSnapshot(db, async (trx) => {
    const found = await ImageNames.load(trx)
    return { count: await writeFolder(trx, folder, found, stamp), names: found }
  })
  // Originals never change, so they can be copied after the snapshot.
  await copyImages(names, join(dataDir, 'uploads/originals'), join(folder, 'images'))
  if (isNew) await rename(folder, target)
  return count
}

async function writeFolder(
  trx: Trx,
  folder: string,
  names: ImageNames,
  stamp: number,
): Promise<number> {
  const count = await writeProducts(trx, join(folder, 'products.csv'), names, stamp)
  await writeWhole(join(folder, 'categories.csv'), await categoryLines(trx, names))
  await writeWhole(join(folder, 'banners.csv'), await bannerLines(trx, names))
  const pins = (await loadDeliveryLines(trx)).map(readDeliveryLine)
  const deliveries = pins.map(({ prefix, words }) => [prefix, words])
  await writeColumns(join(folder, 'delivery.csv'), ['pin', 'when'], deliveries)
  const synonyms = (await loadSynonyms(trx)).map((names) => [names])
  await writeColumns(join(folder, 'synonyms.csv'), ['names'], synonyms)
  const shop = await readShopJson(trx)
  if (shop !== undefined)
    await writeWhole(join(folder, 'shop.json'), `${JSON.stringify(JSON.parse(shop), null, 2)}\n`)
  await exportContent(trx, folder)
  return count
}

/** Writes a file with these columns; without rows, it is removed. */
async function writeColumns(file: string, columns: string[], rows: string[][]): Promise<void> {
  if (rows.length === 0) return rm(file, { force: true })
  await writeWhole(file, csvOf(columns, rows))
}

/** Writes the products as a workbook, in which spreadsheets leave everything except numbers as it is. */
async function writeWorkbook(
  trx: Trx,
  file: string,
  names: ImageNames,
  stamp: number,
): Promise<number> {
  const columns = await exportedColumns(trx)
  const workbook = new WorkbookFile(columns)
  let count = 0
  for await (const rows of exportedProducts(trx, names, stamp)) {
    workbook.add(rows.map((row) => columns.map((column) => row[column])))
    count += rows.length
  }
  await writeWhole(file, workbook.toBytes())
  return count
}

/** All columns, but costs only if the shop has any. */
async function exportedColumns(trx: Trx): Promise<readonly ExportColumn[]> {
  const known = await trx
    .selectFrom('product')
    .select('id')
    .where('cost', '!=', '')
    .where('withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return known ? COLUMNS : COLUMNS.filter((column) => column !== 'cost')
}

async function writeProducts(
  trx: Trx,
  file: string,
  names: ImageNames,
  stamp: number,
): Promise<number> {
  let count = 0
  await putWhole(file, async (temporary) => {
    await using out = await open(temporary, 'w')
    const columns = await exportedColumns(trx)
    await out.write(csvLine(columns))
    for await (const rows of exportedProducts(trx, names, stamp)) {
      await out.write(rows.map((row) => csvLine(columns.map((column) => row[column]))).join(''))
      count += rows.length
    }
  })
  return count
}

async function categoryLines(trx: Trx, names: ImageNames): Promise<string> {
  const rows = await shownCategories(trx)
  const lines = [csvLine(['category', 'subcategory', 'image', 'order'])]
  for (const top of rows.filter((row) => row.parent_id === null)) {
    const children = rows.filter((row) => row.parent_id === top.id)
    for (const row of [top, ...children]) {
      const subcategory = row === top ? '' : row.name
      const image = names.of(row.image, row.picture_id)
      lines.push(csvLine([top.name, subcategory, image, String(row.position)]))
    }
  }
  return lines.join('')
}

async function bannerLines(trx: Trx, names: ImageNames): Promise<string> {
  const rows = await trx.selectFrom('banner').selectAll().orderBy('position').execute()
  const lines = rows.map(({ image, picture_id, alt, title, text, link, position, ...row }) => {
    const times = [saleTime(row.shown_from), endTime(row.shown_until)]
    return csvLine([
      names.of(image, picture_id),
      alt,
      title,
      text,
      link,
      String(position),
      ...times,
    ])
  })
  return [csvLine(BANNER_COLUMNS), ...lines].join('')
}

async function copyImages(names: ImageNames, originals: string, folder: string): Promise<void> {
  const files = new Map(
    (await readdir(originals).catch(() => [])).map((file) => [file.split('.')[0], file]),
  )
  for (const [id, name] of names.used()) {
    const original = files.get(id)
    if (original === undefined) throw new MissingOriginal(name)
    const from = join(originals, basename(original))
    await putWhole(join(folder, name), (temporary) => copyFile(from, temporary))
  }
}

/** Thrown if the original of an imported picture is no longer in DATA_DIR/uploads/originals. */
class MissingOriginal extends Error {
  constructor(name: string) {
    super(`The picture ${name} is missing in the data folder (uploads/originals).`)
  }
}
