import { sql } from 'kysely'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { SITEMAP_CHUNK } from '#lib/server/catalogue/sitemap-chunks.ts'
import type { Trx } from '#lib/server/database/schema.ts'

/** A product whose reviews are being changed. */
export type ReviewedProduct = { id: string; number: number; name: string; isOnSale: boolean }

/** Has those who change one product's reviews wait for each other; undefined when there is no such product. */
export async function lockReviewed(trx: Trx, id: string): Promise<ReviewedProduct | undefined> {
  const row = await trx
    .updateTable('product')
    .set({ review_count: sql`review_count` })
    .where('id', '=', id)
    .returning(['number', 'name', 'withdrawn_at'])
    .executeTakeFirst()
  return row && { id, number: row.number, name: row.name, isOnSale: row.withdrawn_at === null }
}

/** Has the product's count and sum follow its reviews, and all pages that show them, through the publisher. */
export async function followReviews(
  trx: Trx,
  { id, number }: ReviewedProduct,
  now: number,
): Promise<void> {
  await countReviews(trx, id, now)
  await announceChange(trx, namesOf(id, number), now)
}

/** Counted anew from the rows, in one statement: no sum can drift from what it sums up. */
async function countReviews(trx: Trx, productId: string, now: number): Promise<void> {
  await trx
    .updateTable('product')
    .set((eb) => {
      const shown = eb
        .selectFrom('review')
        .where('product_id', '=', productId)
        .where('is_shown', '=', 1)
      return {
        review_count: shown.select(({ fn }) => fn.countAll<number>().as('count')),
        // The sum of none is null.
        review_sum: shown.select(({ fn }) =>
          fn.coalesce(fn.sum<number>('rating'), sql<number>`0`).as('sum'),
        ),
        changed_at: now,
      }
    })
    .where('id', '=', productId)
    .execute()
}

/** The product's page, its card in lists, its reviews, and its part of sitemap and feed. */
function namesOf(id: string, number: number): string[] {
  const chunk = Math.floor(number / SITEMAP_CHUNK)
  return [`product:${id}`, `card:${id}`, `reviews:${id}`, `chunk:${chunk}`]
}
