import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '#lib/server/database/schema.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'

/** A product that no shop has: the list is read, compared with the shop, and refused. */
const LIST = 'sku,price\n-,1\n'

/** Looks a small list through, so that all that a check needs is loaded when an editor brings a real one. */
export async function warmUpChecks(db: Kysely<Database>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kirana-rehearsal-'))
  try {
    const list = join(folder, 'list.csv')
    await writeFile(list, LIST)
    await importCatalogue(db, list, { dataDir: folder, skipInvalid: true, dryRun: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
