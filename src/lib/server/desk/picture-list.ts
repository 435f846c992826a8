import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '#lib/server/database/schema.ts'
import { assignPictures, stemOf } from './content/assign-pictures.ts'
import { composed, spellings } from '#lib/server/import/read/pictures/image-name.ts'
import { csvLine } from '#lib/server/import/read/text/csv-line.ts'

/** Whether no list was written, and which pictures nothing uses. */
type PictureList = { isEmpty: boolean; unknown: string[] }

/**
 * If a folder contains only pictures, writes lists beside them that assign them: to products, replacing a picture
 * of the same name, or, by SKU (`DAL.jpg`, `DAL-2.jpg`), after the existing ones; and to categories and banners.
 * @returns undefined if the folder has more than pictures, or does not exist
 */
export async function writePictureList(db: Db, folder: string): Promise<PictureList | undefined> {
  const parts = await readdir(folder).catch(() => [])
  if (parts.length !== 1 || parts[0] !== 'images') return undefined
  const files = await readdir(join(folder, 'images'))
  const named = await bySku(db, files)
  const present = await presentOf(db, files, [...named.keys()])
  const brought = new Set(files)
  const images = new Map<string, string[]>()
  for (const sku of new Set([...named.keys(), ...present.keys()])) {
    images.set(sku, merge(present.get(sku) ?? [], named.get(sku) ?? [], brought))
  }
  if (images.size > 0) {
    const rows = [...images].map(([sku, names]) => csvLine([sku, names.join('|')]))
    await writeFile(join(folder, 'products.csv'), [csvLine(['sku', 'images']), ...rows].join(''))
  }
  const ofProducts = new Set([...images.values()].flat())
  const places = await assignPictures(db, files, ofProducts)
  for (const [name, text] of Object.entries(places.lists)) await writeFile(join(folder, name), text)
  const taken = new Set([...ofProducts, ...places.taken])
  return { isEmpty: taken.size === 0, unknown: files.filter((file) => !taken.has(file)) }
}

const BATCH = 500

/**
 * The current pictures, in order, of products with these SKUs and of products that use a picture with one of these
 * names.
 */
async function presentOf(db: Db, files: string[], skus: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  const pictures = db
    .selectFrom('product_image')
    .innerJoin('product', 'product.id', 'product_image.product_id')
    .select(['sku', 'file'])
    .where('withdrawn_at', 'is', null)
    .orderBy('sku')
    .orderBy('product_image.position')
  const named = (some: string[]) =>
    db.selectFrom('product_image').select('product_id').where('file', 'in', some.flatMap(spellings))
  const queries = [
    ...batchesOf(files).map((some) => pictures.where('product_id', 'in', named(some))),
    ...batchesOf(skus).map((some) => pictures.where('sku', 'in', some)),
  ]
  for (const query of queries) {
    const rows = await query.execute()
    for (const { sku } of rows) found.set(sku, [])
    for (const { sku, file } of rows) found.get(sku)?.push(file)
  }
  return found
}

const batchesOf = (values: string[]): string[][] =>
  Array.from({ length: Math.ceil(values.length / BATCH) }, (_, at) =>
    values.slice(at * BATCH, (at + 1) * BATCH),
  )

/** A new picture replaces one whose name differs only in case and extension; others are appended. */
function merge(present: string[], additions: string[], files: Set<string>): string[] {
  const merged = present.map(composed)
  for (const file of additions) {
    if (merged.includes(file)) continue
    const at = merged.findIndex((one) => !files.has(one) && stemOf(one) === stemOf(file))
    if (at < 0) merged.push(file)
    else merged[at] = file
  }
  return merged
}

/** Pictures by the SKU that they are named after, perhaps followed by a number. */
async function bySku(db: Db, files: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('product')
    .select('sku')
    .where('withdrawn_at', 'is', null)
    .execute()
  const skus = new Map(rows.map(({ sku }) => [sku.toLowerCase(), sku]))
  const found = new Map<string, string[]>()
  const byNumber = (a: string, b: string) =>
    stemOf(a).localeCompare(stemOf(b), 'en', { numeric: true })
  for (const file of files.toSorted(byNumber)) {
    const stem = stemOf(file)
    const sku = skus.get(stem) ?? skus.get(stem.replace(/[-_ ]\d{1,2}$/, ''))
    if (sku !== undefined) found.set(sku, [...(found.get(sku) ?? []), file])
  }
  return found
}
