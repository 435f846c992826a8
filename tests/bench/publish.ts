import { join } from 'node:path'
import { keepCompiled } from '#bin/keep-compiled.ts'
import { MEGABYTES, TIMES, noneOf, withBudget } from './budget.ts'
import { buildByHugo } from './hugo.ts'
import { importedShop } from './imported-shop.ts'

/** Budget for the peak memory of the whole process. */
const MAX_MEMORY_MB = 512
/** Least ratio of our pages a second to Hugo's in the same run. */
const MIN_OF_HUGO = 1

/**
 * Times a cold publish: pages a second, and CPU time per page, which says more on a shared machine.
 * With `HUGO=/usr/bin/hugo`, Hugo also builds as many, simpler, pages in the same run.
 */
export async function benchPublish(count?: number): Promise<void> {
  // Uses the compile cache, as `npm run shop` and `npm start` do.
  keepCompiled(join(import.meta.dirname, '../../node_modules/.cache/compiled'))
  for (const products of count ? [count] : [1000, 10_000, 30_000]) await publishOnce(products)
}

async function publishOnce(products: number): Promise<void> {
  await using shop = await importedShop(products)
  const { Publisher } = await import('#lib/server/publish/publisher.ts')
  const publisher = new Publisher(shop.settings, shop.db)
  const cpuBefore = process.cpuUsage()
  const { rendered, failed, seconds } = await publisher.publishAll()
  const { user, system } = process.cpuUsage(cpuBefore)
  const peak = process.resourceUsage().maxRSS * 1024
  const again = await publisher.publishPending()
  const anew = await publisher.publishAll()
  await publisher.close()
  console.log(noneOf('page that failed', failed.length), failed.slice(0, 3).join('; '))
  console.log(
    `${products} products: ${figures(rendered, seconds, (user + system) / 1e6)}; ` +
      `peak memory ${withBudget(peak / 2 ** 20, { most: MAX_MEMORY_MB }, MEGABYTES)}`,
  )
  console.log(`  again, nothing changed: ${again.seconds.toFixed(2)} s, ${again.rendered} rendered`)
  console.log(`  all rendered anew: ${anew.seconds.toFixed(1)} s, ${anew.written} written`)
  const hugo = process.env['HUGO']
  if (!hugo) return
  const built = buildByHugo(hugo, products)
  const ratio = rendered / seconds / (products / built.seconds)
  console.log(
    `  Hugo, ${figures(products, built.seconds, built.cpu)}; ` +
      `ours ${withBudget(ratio, { least: MIN_OF_HUGO }, TIMES)}`,
  )
}

function figures(pages: number, seconds: number, cpuSeconds: number): string {
  return (
    `${pages} pages in ${seconds.toFixed(1)} s, ${Math.round(pages / seconds)} pages/s, ` +
    `${((cpuSeconds * 1000) / pages).toFixed(2)} ms of CPU a page`
  )
}
