import { expect, test } from 'vitest'
import { crash } from '#tests/crash/crash.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'

forEachDatabase((open) => {
  test('servers killed 8 times by -9 while people buy: nothing lost, doubled or oversold (F38 F05 F08 I1 I3 I5)', async () => {
    await using shop = await open()
    const isPostgres = shop.url.startsWith('postgres')
    const { db, url, dataDir } = shop
    const servers = isPostgres ? 2 : 1
    const options = { db, url, dataDir, servers, count: 12, leastKills: 8 }
    const books = await crash({ ...options, shoppers: 3, answersPerLife: 2 })
    expect(books).toMatchObject({
      lost: 0,
      duplicates: 0,
      oversold: 0,
      wrongTotals: 0,
      wrongMails: 0,
      wrongBills: 0,
      ended: 0,
      broken: 0,
    })
    expect(books.imports).toBeGreaterThan(0)
    expect(books.orders).toBeGreaterThan(3)
  }, 300_000)
})
