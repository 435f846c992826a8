import { sql } from 'kysely'
import type { Picture } from '#lib/catalogue/product.ts'
import type { Db } from '#lib/server/database/schema.ts'

/** Product pages per sitemap file. */
export const SITEMAP_CHUNK = 10_000

/** A product as sitemaps name it. */
export type SitemapProduct = { id: string; changedAt: number; pictures: Picture[] }

/** Products of one sitemap file, with their pictures, in the order in which they were added. */
export async function loadSitemapChunk(db: Db, chunk: number): Promise<SitemapProduct[]> {
  const inChunk = await db
    .selectFrom('product')
    .leftJoin('product_image', 'product_image.product_id', 'product.id')
    .leftJoin('picture', 'picture.id', 'product_image.picture_id')
    .select(['product.id', 'changed_at', 'picture_id', 'width', 'height'])
    .where('withdrawn_at', 'is', null)
    .where('number', '>=', chunk * SITEMAP_CHUNK)
    .where('number', '<', (chunk + 1) * SITEMAP_CHUNK)
    .orderBy('number')
    .orderBy('position')
    .execute()
  const entries = new Map<string, SitemapProduct>()
  for (const row of inChunk) {
    const entry = entries.get(row.id) ?? { id: row.id, changedAt: row.changed_at, pictures: [] }
    const { picture_id: id, width, height } = row
    if (id !== null && width !== null && height !== null)
      entry.pictures.push({ id, width, height, alt: '' })
    entries.set(row.id, entry)
  }
  return [...entries.values()]
}

/** The numbers of the sitemap files that are not empty. */
export async function loadSitemapChunks(db: Db): Promise<number[]> {
  // SQLite binds numbers as floating point: its division would give fractions.
  const chunk = sql<number>`cast(number / ${SITEMAP_CHUNK} as integer)`
  const rows = await db
    .selectFrom('product')
    .select(chunk.as('chunk'))
    .distinct()
    .where('withdrawn_at', 'is', null)
    .execute()
  return rows.map((row) => row.chunk).sort((a, b) => a - b)
}
