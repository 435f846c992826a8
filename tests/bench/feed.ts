import { MS, withBudget } from './budget.ts'
import { statSync } from 'node:fs'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { announceChange } from '#lib/server/catalogue/changes.ts'
import { writeStreamed } from '#lib/server/publish/files/streamed-file.ts'
import { importedShop } from './imported-shop.ts'
import { megabytes, type BenchShop } from './shop.ts'

/**
 * The budget of a feed after an edit (edit.ts); in a new process all its parts must be made first.
 */
const MOST_MS = 2000

/**
 * Times the merchant feed from the database to the file and its compressed twins: cold, and after
 * an edit.
 */
export async function benchFeed(count = 30_000): Promise<void> {
  await using shop = await importedShop(count)
  console.log(`merchant feed of ${count} products`)
  console.log(`  in a new process: ${await writeFeed(shop)}`)
  for (let number = 0; number < 5; number++) {
    await edit(shop, (number * 6791 + 17) % count)
    console.log(`  after an edit:    ${await writeFeed(shop)}`)
  }
}

async function writeFeed({ db, settings }: BenchShop): Promise<string> {
  const { origin } = settings.publicUrl
  const start = performance.now()
  const parts = await new Catalogue(db).feeds.feedParts(origin)
  const file = `${settings.dataDir}/site/feed.xml`
  await writeStreamed(file, parts, undefined)
  const took = withBudget(performance.now() - start, { most: MOST_MS }, MS)
  return `${took}, ${megabytes(statSync(file).size)}, peak memory ${megabytes(process.resourceUsage().maxRSS * 1024)}`
}

async function edit({ db }: BenchShop, number: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { id } = await trx
      .updateTable('product')
      .set({ price_paise: 4242 + number })
      .where('number', '=', number)
      .returning('id')
      .executeTakeFirstOrThrow()
    await announceChange(trx, [`product:${id}`])
    return { ok: true, value: undefined }
  })
}
