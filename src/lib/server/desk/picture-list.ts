import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#lib/server/database/schema.ts'
import { csvLine } from '#lib/server/import/read/csv-line.ts'

/** The list that gives pictures to products, and the pictures that no product takes. */
type PictureList = { products: number; unknown: string[] }

/**
 * Where a folder has pictures alone, writes the list beside them that gives them to products: in the
 * place of a picture of the same name, or by the sku, `DAL.jpg`, `DAL-2.jpg`. Undefined where a folder
 * has more, or there is none.
 */
export async function writePictureList(db: Db, folder: string): Promise<PictureList | undefined> {
  const parts = await readdir(folder).catch(() => [])
  if (parts.length !== 1 || parts[0] !== 'images') return undefined
  const files = await readdir(join(folder, 'images'))
  const images = await bySku(db, files)
  for (const [sku, own] of await byName(db, files)) {
    images.set(sku, [...new Set([...own, ...(images.get(sku) ?? [])])])
  }
  if (images.size > 0) {
    const rows = [...images].map(([sku, names]) => csvLine([sku, names.join('|')]))
    await writeFile(join(folder, 'products.csv'), [csvLine(['sku', 'images']), ...rows].join(''))
  }
  const taken = new Set([...images.values()].flat())
  return { products: images.size, unknown: files.filter((file) => !taken.has(file)) }
}

const BATCH = 500

/** Products that have pictures of these names: theirs stay in their order. */
async function byName(db: Db, files: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (let at = 0; at < files.length; at += BATCH) {
    const some = files.slice(at, at + BATCH)
    const rows = await db
      .selectFrom('product_image')
      .innerJoin('product', 'product.id', 'product_image.product_id')
      .select(['sku', 'file'])
      .where('withdrawn_at', 'is', null)
      .where('product_id', 'in', (eb) =>
        eb.selectFrom('product_image').select('product_id').where('file', 'in', some),
      )
      .orderBy('sku')
      .orderBy('product_image.position')
      .execute()
    for (const { sku } of rows) found.set(sku, [])
    for (const { sku, file } of rows) found.get(sku)?.push(file)
  }
  return found
}

/** Products whose sku a picture is called, perhaps with a number behind it. */
async function bySku(db: Db, files: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('product')
    .select('sku')
    .where('withdrawn_at', 'is', null)
    .execute()
  const skus = new Map(rows.map(({ sku }) => [sku.toLowerCase(), sku]))
  const found = new Map<string, string[]>()
  const stemOf = (file: string) => file.replace(/\.[^.]+$/, '').toLowerCase()
  const byNumber = (a: string, b: string) =>
    stemOf(a).localeCompare(stemOf(b), 'en', { numeric: true })
  for (const file of files.toSorted(byNumber)) {
    const stem = stemOf(file)
    const sku = skus.get(stem) ?? skus.get(stem.replace(/[-_ ]\d{1,2}$/, ''))
    if (sku !== undefined) found.set(sku, [...(found.get(sku) ?? []), file])
  }
  return found
}
