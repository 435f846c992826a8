import { crash } from '../crash/crash.ts'
import { onBoth, openMigrated } from './database.ts'

const PORT = 4581

/** 1,000 checkouts whose servers are killed all the time: what is lost, doubled, oversold (I1 to I5). */
export async function benchCrash(count = 1000): Promise<void> {
  await onBoth(async ({ name, url, dataDir, isPostgres }) => {
    const db = await openMigrated(url)
    const servers = isPostgres ? 2 : 1
    const start = performance.now()
    const books = await crash({
      db,
      url,
      dataDir,
      servers,
      count,
      firstPort: PORT,
      killEveryMs: 300,
    })
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    console.log(`${name}, ${servers} server(s), ${seconds} s: ${JSON.stringify(books)}`)
    await db.destroy()
    const { lost, duplicates, oversold, wrongTotals, wrongMails } = books
    if (lost + duplicates + oversold + wrongTotals + wrongMails > 0) process.exitCode = 1
  })
}
