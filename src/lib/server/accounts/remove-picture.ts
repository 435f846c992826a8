import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Job } from '#lib/server/jobs/queue.ts'

/** Only names that we have made ourselves: whatever else a row says, no other file is touched. */
const taskSchema = z.strictObject({ file: z.string().check(z.regex(/^user-[\w-]{22}\.webp$/)) })

/** Removes a profile picture that has been replaced (H11). */
export async function removePicture(dataDir: string, job: Job): Promise<void> {
  const { file } = taskSchema.parse(JSON.parse(job.payload))
  await rm(join(dataDir, 'uploads', file), { force: true })
}
