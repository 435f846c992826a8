// A folder into which a publisher has written that is not the one which goes on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePage } from '#lib/server/publish/files/site-files.ts'
import { ReadIndex } from '#lib/server/publish/records/read-index.ts'
import { LeaseLost } from '#lib/server/publish/site/lease.ts'
import { writeSite } from '#lib/server/publish/write-site.ts'
import { forEachDatabase } from '#tests/support/databases/database.ts'
import { importRows } from '#tests/support/lists/editors-file.ts'
import { AS_SERVER, filesOf, page, publisherOf, shelf } from '#tests/support/publishing.ts'

forEachDatabase((open) => {
  for (const how of ['publishPending', 'publishAll'] as const) {
    test(`a deploy that is killed in ${how} and rolled back leaves no page of the other build (F38 F40)`, async () => {
      await using shop = await open()
      await importRows(shop, shelf(60))
      const [former, deployed] = [{ cartGate: 'open' }, { cartGate: 'signin' }] as const
      const first = publisherOf(shop, AS_SERVER, former)
      await first.publishPending()
      await first.close()
      const before = filesOf(shop.dataDir)
      const own = page(shop, 'product/dal-number-3')
      const onProgress = (done: number) => {
        if (done > 30) throw new Error('killed')
      }
      const killed = publisherOf(shop, { ...AS_SERVER, onProgress }, deployed)
      await expect(killed[how]()).rejects.toThrow('killed')
      await killed.close()
      expect(page(shop, 'product/dal-number-3')).not.toBe(own)
      const again = publisherOf(shop, AS_SERVER, former)
      expect(await again.state.lag()).toBeGreaterThan(0)
      await again.publishPending()
      expect(await again.publishPending()).toMatchObject({ rendered: 0 })
      await again.close()
      expect(filesOf(shop.dataDir)).toEqual(before)
    })
  }

  test('pages that a stopped publisher wrote over newer ones, when it woke, are made again (F32)', async () => {
    await using shop = await open()
    const cost = (price: string) => importRows(shop, [{ sku: 'DAL-0', name: 'Dal', price }])
    const live = publisherOf(shop, AS_SERVER)
    await cost('120')
    await live.publishPending()
    const siteDir = join(shop.dataDir, 'site')
    const older = readFileSync(join(siteDir, 'product/dal.html'))
    await cost('77')
    const { id } = await shop.db.selectFrom('site').select('id').executeTakeFirstOrThrow()
    let isLost = false
    const hold = async () => {
      if (isLost) throw new LeaseLost('Another process publishes this folder now')
    }
    const index = await ReadIndex.load(shop.db, id)
    const site = { db: shop.db, siteId: id, siteDir, stamp: 's', lease: { hold }, index }
    const silent = { onLive: undefined, onProgress: undefined }
    const path = '/product/dal'
    const stopped = writeSite(
      { ...site, ...silent },
      { wanted: [path], stale: [] },
      async (batches, onDone) => {
        for await (const [task] of batches) {
          expect(task?.path).toBe(path)
          // Another process takes the lease and publishes; then the thread that was stopped goes on.
          isLost = true
          await live.publishPending()
          writePage(siteDir, path, older)
          await onDone([{ path, status: 'written', fingerprint: 'older', reads: 'none' }])
        }
      },
    )
    await expect(stopped).rejects.toThrow(LeaseLost)
    expect(page(shop, 'product/dal')).toContain('Rs: 120')
    expect(await live.state.lag()).toBe(1)
    await live.publishPending()
    await live.close()
    expect(page(shop, 'product/dal')).toContain('Rs: 77')
    expect((await ReadIndex.load(shop.db, id)).readsOf(path)).toContain('product:dal')
  })
})
