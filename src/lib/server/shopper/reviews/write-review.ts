import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { SITEMAP_CHUNK } from '#lib/server/catalogue/sitemap-chunks.ts'
import type { Trx } from '#lib/server/database/schema.ts'
import type { Outcome } from '#lib/server/shopper/outcome.ts'
import { announce } from '#lib/server/catalogue/changes.ts'
import { hasBought } from './bought.ts'

/** A customer's review of a product; the author's name comes from the session. */
export type Opinion = { productId: string; text: string; rating: number }

/**
 * Saves a customer's review of a product; a second one edits the first. The product's rating is updated in
 * the same transaction, and all pages that show it follow through the publisher.
 */
export async function writeReview(
  trx: Trx,
  { id: userId, name }: { id: string; name: string },
  { productId, text, rating }: Opinion,
): Promise<Outcome> {
  const product = await lockProduct(trx, productId)
  if (!product) return { result: 'noProduct' }
  const now = Date.now()
  const isVerified = await hasBought(trx, userId, productId)
  const said = { customer_name: name, rating, is_verified: Number(isVerified) }
  const id = randomUUID()
  const review = await trx
    .insertInto('review')
    .values({ id, product_id: productId, user_id: userId, ...said, text, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'product_id']).doUpdateSet({
        ...said,
        // A new rating without text keeps the earlier text.
        ...(text !== '' && { text }),
        edited_at: now,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await countReviews(trx, productId, now)
  await announce(trx, namesOf(productId, product.number), now)
  return { result: review.id === id ? 'reviewed' : 'reviewEdited', id: review.id }
}

/** Locks a product, so that its reviews are written one at a time; undefined if it is not on sale. */
function lockProduct(trx: Trx, productId: string) {
  return trx
    .updateTable('product')
    .set({ review_count: sql`review_count` })
    .where('id', '=', productId)
    .where('withdrawn_at', 'is', null)
    .returning('number')
    .executeTakeFirst()
}

/** Recounts from the rows, in one statement, so that count and sum cannot drift. */
async function countReviews(trx: Trx, productId: string, now: number): Promise<void> {
  await trx
    .updateTable('product')
    .set((eb) => {
      const own = eb.selectFrom('review').where('product_id', '=', productId)
      return {
        review_count: own.select(({ fn }) => fn.countAll<number>().as('count')),
        review_sum: own.select(({ fn }) => fn.sum<number>('rating').as('sum')),
        changed_at: now,
      }
    })
    .where('id', '=', productId)
    .execute()
}

/** The names announced: the product's page, its card in lists, its reviews, and its part of sitemap and feed. */
function namesOf(id: string, number: number): string[] {
  const chunk = Math.floor(number / SITEMAP_CHUNK)
  return [`product:${id}`, `card:${id}`, `reviews:${id}`, `chunk:${chunk}`]
}
