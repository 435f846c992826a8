import { importedShop } from './imported-shop.ts'
import { megabytes } from './shop.ts'

/** Cold publish: pages a second, and what one page costs by stage. */
export async function benchPublish(count?: number): Promise<void> {
  for (const products of count ? [count] : [1000, 10_000, 30_000]) await publishOnce(products)
}

async function publishOnce(products: number): Promise<void> {
  await using shop = await importedShop(products)
  const { openPublisher } = await import('#lib/server/publish/publisher.ts')
  const publisher = openPublisher(shop.settings, shop.db)
  const { rendered, failed, seconds } = await publisher.publishAll()
  const again = await publisher.publishAll()
  await publisher.close()
  if (failed.length > 0) console.log(`FAILED: ${failed.slice(0, 3).join('; ')}`)
  console.log(
    `${products} products: ${rendered} pages in ${seconds.toFixed(1)} s, ` +
      `${Math.round(rendered / seconds)} pages/s; peak memory ${megabytes(process.resourceUsage().maxRSS * 1024)}`,
  )
  console.log(`  again, nothing changed: ${again.seconds.toFixed(1)} s, ${again.written} written`)
  console.log(`  what writing and packing cost: ${(seconds - again.seconds).toFixed(1)} s of them`)
}
