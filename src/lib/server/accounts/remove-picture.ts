import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Job } from '#lib/server/jobs/queue.ts'

/** Deletes a profile picture that has been replaced (H11). */
export async function removePicture(
  dataDir: string,
  { payload: { file } }: Job<'remove-picture'>,
): Promise<void> {
  await rm(join(dataDir, 'uploads', file), { force: true })
}
