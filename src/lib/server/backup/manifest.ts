import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { errorCode } from '#lib/server/errors.ts'

/** The content of a backup's backup.json. */
const manifestSchema = z.object({
  kirana: z.literal('backup'),
  madeAt: z.string(),
  /** The number of files besides the database. */
  files: z.number(),
})
export type Manifest = z.infer<typeof manifestSchema>

export const MANIFEST = 'backup.json'
export const DATABASE_FILE = 'shop.db'
/** What DATA_DIR contains besides the database; published pages are made anew from the database. */
export const KEPT = ['uploads', 'outbox', 'auth-secret']

/**
 * The manifest of a folder; undefined if it is no backup or not complete.
 * @throws if this user may not read it: it may be a good one
 */
export function readManifest(folder: string): Manifest | undefined {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')))
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(errorCode(error))) throw error
    return undefined
  }
}
