import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** What a backup says of itself, in its backup.json. */
const manifestSchema = z.object({
  kirana: z.literal('backup'),
  madeAt: z.string(),
  /** Files beside the database. */
  files: z.number(),
})
export type Manifest = z.infer<typeof manifestSchema>

export const MANIFEST = 'backup.json'
export const DATABASE_FILE = 'shop.db'
/** What DATA_DIR holds beside the database; published pages are made anew from it. */
export const KEPT = ['uploads', 'outbox', 'auth-secret']

/** The manifest of a folder; undefined when it is no backup, or not a whole one. */
export function readManifest(folder: string): Manifest | undefined {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')))
  } catch {
    return undefined
  }
}
