import { inTransaction } from '#lib/server/database/database.ts'
import { queueJob } from '#lib/server/jobs/queue.ts'
import type { Accounts } from './accounts.ts'

/** Sets a shopper's picture, which is in the uploads already; a job deletes the previous one (H11). */
export async function savePicture(
  { db, pictures }: Pick<Accounts, 'db' | 'pictures'>,
  userId: string,
  file: string,
): Promise<void> {
  const saved = await inTransaction(db, async (trx) => {
    const now = new Date()
    // Locks the row, so that two pictures saved at once are both accounted for.
    const locked = await trx
      .updateTable('user')
      .set({ updated_at: now })
      .where('id', '=', userId)
      .returning('images')
      .executeTakeFirst()
    if (!locked) return { ok: false, error: 'gone' as const }
    await trx.updateTable('user').set({ images: file }).where('id', '=', userId).execute()
    for (const old of locked.images.split('|').filter(Boolean)) {
      await queueJob(trx, 'remove-picture', { file: old })
    }
    return { ok: true, value: undefined }
  })
  if (!saved.ok) await pictures.remove(file)
}
