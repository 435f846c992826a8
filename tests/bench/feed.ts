import { hash } from 'node:crypto'
import { FEED_END, feedHead } from '#lib/seo/merchant-feed.ts'
import { Catalogue } from '#lib/server/catalogue/catalogue.ts'
import { inTransaction } from '#lib/server/database/database.ts'
import { announce } from '#lib/server/catalogue/changes.ts'
import { writePage } from '#lib/server/publish/site-files.ts'
import { importedShop } from './imported-shop.ts'
import { megabytes, type BenchShop } from './shop.ts'

/** The merchant feed, from the database to the file and its brotli twin: cold, and after an edit. */
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
  const catalogue = new Catalogue(db)
  const parts = await catalogue.feedParts(origin)
  const rendered = performance.now()
  const blob = new Blob([feedHead(origin, await catalogue.shop()), ...parts, FEED_END])
  const bytes = Buffer.from(await blob.arrayBuffer())
  hash('sha1', bytes)
  const site = `${settings.dataDir}/site`
  writePage(site, '/feed.xml', bytes)
  const end = performance.now()
  const ms = (from: number, to: number) => `${Math.round(to - from)} ms`
  return `${ms(start, end)} (items ${ms(start, rendered)}, bytes, brotli and file ${ms(rendered, end)}), ${megabytes(bytes.length)}`
}

async function edit({ db }: BenchShop, number: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { id } = await trx
      .updateTable('product')
      .set({ price_paise: 4242 + number })
      .where('number', '=', number)
      .returning('id')
      .executeTakeFirstOrThrow()
    await announce(trx, [`product:${id}`])
    return { ok: true, value: undefined }
  })
}
