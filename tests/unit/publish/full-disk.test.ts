import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Publisher } from '#lib/server/publish/publisher.ts'
import { TEMPORARY } from '#lib/server/publish/files/replace-file.ts'
import { readPage } from '#lib/server/publish/files/site-files.ts'
import { watchCatalogue } from '#lib/server/publish/watch.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { importRows, type Row } from '#tests/support/lists/editors-file.ts'
import { fillUp, smallDisk } from '#tests/support/small-disk.ts'
import { tellerTo } from '#tests/support/teller-to.ts'

const shelf = (price: string): Row[] =>
  Array.from({ length: 30 }, (_, i) => ({ sku: `DAL-${i}`, name: `Dal number ${i}`, price }))

forEachDatabase((open) => {
  test('pages for which the disk has no room are one line in the log, and are live within a minute of space (F35)', async ({
    skip,
  }) => {
    const dataDir = smallDisk(20)
    if (dataDir === undefined) return skip('Only root on Linux may make a disk that is full')
    onTestFinished(() => void vi.useRealTimers())
    await using shop = await open()
    await importRows(shop, shelf('120'))
    const publisher = new Publisher(
      {
        ...{ databaseUrl: shop.url, dataDir, publicUrl: new URL('http://localhost:4321') },
        ...{ productGate: 'open', cartGate: 'open', jobLeaseMs: 200 },
      },
      shop.db,
    )
    await publisher.publishPending()
    const site = join(dataDir, 'site')
    const page = () => readPage(site, '/product/dal-number-0').toString()
    expect(page()).toContain('Rs: 120')

    fillUp(join(dataDir, 'junk'))
    await importRows(shop, shelf('99'))
    vi.useFakeTimers({ toFake: ['performance'] })
    let looks = 0
    const errors: string[] = []
    const stop = watchCatalogue(
      {
        state: publisher.state,
        publishPending: () => publisher.publishPending().finally(() => looks++),
        get hasLate() {
          return publisher.hasLate
        },
        publishLate: () => publisher.publishLate(),
      },
      tellerTo(errors),
    )
    for (const look of [1, 2, 3, 4]) {
      await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThanOrEqual(look)
      vi.advanceTimersByTime(60_000)
    }
    expect(errors).toEqual([expect.stringContaining('no space left')])
    expect(page(), 'the old page, whole').toContain('Rs: 120')
    rmSync(join(dataDir, 'junk'))
    vi.advanceTimersByTime(60_000)
    await expect.poll(page, { timeout: 20_000 }).toContain('Rs: 99')
    await expect.poll(() => publisher.state.lag()).toBe(0)
    await stop()
    await publisher.close()
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => name.endsWith(TEMPORARY))).toEqual([])
  })
})
