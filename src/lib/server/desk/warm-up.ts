import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#lib/server/database/schema.ts'
import { importCatalogue } from '#lib/server/import/apply/import.ts'

/** A SKU that no shop has: the list is read and compared with the shop, and its row refused. */
const LIST = 'sku,price\n-,1\n'

/** Checks a tiny list, so that the code a check needs is loaded before an editor uploads a real one. */
export async function warmUpChecks(db: Db): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kirana-rehearsal-'))
  try {
    const list = join(folder, 'list.csv')
    await writeFile(list, LIST)
    await importCatalogue(db, list, { dataDir: folder, skipInvalid: true, dryRun: true })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
