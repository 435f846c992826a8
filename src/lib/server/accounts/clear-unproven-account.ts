import type { Trx } from '#lib/server/database/schema.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'
import { unnameReviews } from './unname-reviews.ts'

const OWN_TABLES = ['address', 'phone_code', 'idempotency'] as const

/**
 * Clears an account when its owner first proves that the mail address is theirs: whoever signed up with that
 * address may have left a street, a phone number or a photo there (T19). Cart and wishlist are kept, so that
 * an owner who signed up on another device loses nothing; so are orders, and reviews without a name.
 */
export async function clearUnprovenAccount(trx: Trx, userId: string): Promise<void> {
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
