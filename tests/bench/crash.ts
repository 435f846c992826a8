import { loadavg } from 'node:os'
import { crash } from '#tests/crash/crash.ts'
import { onBoth, openMigrated } from './database.ts'

/** Low, so that servers are killed often. */
const ANSWERS_PER_LIFE = 2
const SHOPPERS = 4
/** Higher, as the whole shop takes a second or two to start. */
const ANSWERS_PER_WHOLE_LIFE = 8

/**
 * The same with the whole shop as it runs in production: front door, sign-in, cart and publisher.
 */
export const benchCrashWhole = (count = 1000) => bench(count, true)

/**
 * Runs 1,000 checkouts on each database while the servers are killed some 700 times, and counts
 * orders that are lost, doubled or oversold (I1 to I5).
 */
export const benchCrash = (count = 1000) => bench(count, false)

async function bench(count: number, isWhole: boolean): Promise<void> {
  await onBoth(async ({ name, url, dataDir, isPostgres }) => {
    const db = await openMigrated(url)
    const servers = isPostgres && !isWhole ? 2 : 1
    const start = performance.now()
    const load = () => loadavg()[0]?.toFixed(1)
    const seconds = () => ((performance.now() - start) / 1000).toFixed(0)
    const books = await crash({
      ...{ db, url, dataDir, servers, count, leastKills: 0 },
      ...{ isWhole, shoppers: SHOPPERS },
      answersPerLife: isWhole ? ANSWERS_PER_WHOLE_LIFE : ANSWERS_PER_LIFE,
      onProgress: (line) => console.log(`${name}, ${seconds()} s, load ${load()}: ${line}`),
    })
    console.log(`${name}, ${servers} server(s), ${seconds()} s: ${JSON.stringify(books)}`)
    await db.destroy()
    const { lost, duplicates, oversold, wrongTotals, wrongMails, wrongBills, ended, broken, late } =
      books
    const wrong =
      lost + duplicates + oversold + wrongTotals + wrongMails + wrongBills + ended + broken + late
    if (wrong > 0) process.exitCode = 1
  })
}
