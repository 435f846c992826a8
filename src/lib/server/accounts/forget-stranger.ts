import type { Trx } from '#lib/server/database/schema.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'
import { unnameReviews } from './unname-reviews.ts'

const OWN_TABLES = ['address', 'phone_code', 'idempotency'] as const

/**
 * Empties an account whose owner comes in for the first time: whoever signed up with their mail may have left
 * a street, a telephone or a face there (T19). Cart and wishlist stay, as an owner who signed up elsewhere loses
 * nothing that was added; orders stay, and reviews under nobody's name.
 */
export async function forgetStranger(trx: Trx, userId: string): Promise<void> {
  for (const table of OWN_TABLES) {
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
  const { images } = await trx
    .selectFrom('user')
    .select('images')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  for (const file of images.split('|').filter(Boolean))
    await queueJob(trx, 'remove-picture', { file })
  await trx
    .updateTable('user')
    .set({ phone: '', image: null, images: '' })
    .where('id', '=', userId)
    .execute()
  await unnameReviews(trx, userId)
}
